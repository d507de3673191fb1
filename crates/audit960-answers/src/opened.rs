//! The inputs of a question as datasets: those that were named, and a temporary one of the archives.

use anyhow::Context as _;
use audit960_audit::condition::{Filter, by_tags, check_for_dataset, filtered};
use audit960_audit::{self as pipeline, AuditOutcome, Observer, Options};
use audit960_dataset::tables::RowSet;
use audit960_dataset::{Dataset, Storage, Temporary};
use audit960_replay::AuditOptions;
use audit960_source::Limits;
use audit960_types::Tally;
use audit960_types::tables::ColumnGroup;

use crate::Inputs;

/// The dataset in a temporary folder.
const DATASET: &str = "dataset";

/// The inputs of a question, with all their games.
#[derive(Debug, Default)]
pub struct OpenedInputs {
    /// The datasets that were named, in order.
    pub(crate) named: Vec<Dataset>,
    /// What was made of the archives, if there are any.
    pub(crate) archives: Option<AuditedArchives>,
}

/// A temporary dataset, whose folder is removed with this value.
#[derive(Debug)]
pub(crate) struct AuditedArchives {
    pub(crate) dataset: Dataset,
    /// What the audit counted.
    pub(crate) tally: Tally,
    _folder: Temporary,
}

impl OpenedInputs {
    /// All of them.
    fn datasets(&self) -> impl Iterator<Item = &Dataset> {
        let archives = self.archives.iter().map(|archives| &archives.dataset);
        self.named.iter().chain(archives)
    }

    /// All of them as one, with the games that a condition keeps.
    ///
    /// # Errors
    /// If there are none, or a dataset does not have a column of the condition.
    pub(crate) fn kept_by(&self, filter: Option<&Filter>) -> anyhow::Result<Dataset> {
        for dataset in self.datasets() {
            check_for_dataset(filter, dataset)?;
        }
        let joined = Dataset::joined(self.datasets().cloned()).context("no input is named")?;
        Ok(filtered(joined, filter)?)
    }
}

/// The dataset that answers a question, with the games that count.
#[derive(Debug)]
pub struct DatasetHandle {
    /// The games that count.
    pub dataset: Dataset,
    _opened: OpenedInputs,
}

impl Inputs {
    /// Opens the datasets and audits the archives, if there are any; of these there are `rows`, and games whose tags do not
    /// meet `filter` may be missing. What of them cannot be read the observer learns, as in an audit.
    ///
    /// # Errors
    /// If a dataset does not match its manifest, an archive cannot be opened, or there is no room for the temporary
    /// dataset.
    pub fn opened(
        &self,
        filter: Option<&Filter>,
        rows: RowSet,
        audit: AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<OpenedInputs> {
        let named = self.datasets().map(|folder| self.open(folder));
        let named = named.collect::<Result<_, _>>()?;
        let archives = self.archives();
        let audit = by_tags(audit, filter, None);
        let archives =
            (!archives.is_empty()).then(|| self.audited(&archives, rows, audit, observer));
        Ok(OpenedInputs {
            named,
            archives: archives.transpose()?,
        })
    }

    fn audited(
        &self,
        archives: &[String],
        rows: RowSet,
        audit: AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<AuditedArchives> {
        let (folder, outcome) = self.audited_into_temporary(archives, rows, audit, observer)?;
        observer.ignored(&outcome.ignored_files);
        // Just written, in a folder of our own: no need to compare checksums, and what is missing was said.
        let checked = crate::check(&folder.path().join(DATASET), true)?;
        Ok(AuditedArchives {
            dataset: self.read(checked),
            tally: outcome.tally,
            _folder: folder,
        })
    }

    /// Audits archives into a folder that is removed with the returned value.
    pub(crate) fn audited_into_temporary(
        &self,
        archives: &[String],
        rows: RowSet,
        audit: AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<(Temporary, AuditOutcome)> {
        let folder = Temporary::folder()?;
        let options = Options {
            threads: self.worker_count(),
            players: audit.columns == ColumnGroup::Players,
            audit,
            // A query may be allowed less than an audit needs.
            limits: Limits {
                memory: self.limits.memory.max(Limits::MIN_MEMORY),
                ..self.limits
            },
            rows,
            storage: Storage::passing(),
            ..Options::default()
        };
        let outcome = pipeline::audit(archives, &folder.path().join(DATASET), options, observer)?;
        Ok((folder, outcome))
    }

    /// The inputs as one dataset ([`Inputs::opened`]), with the games that count.
    ///
    /// # Errors
    /// If no input is named, or a dataset does not have a column of the condition; those of [`Inputs::opened`].
    pub fn dataset(
        &self,
        rows: RowSet,
        audit: AuditOptions,
        observer: &dyn Observer,
    ) -> anyhow::Result<DatasetHandle> {
        let opened = self.opened(self.filter.as_ref(), rows, audit, observer)?;
        Ok(DatasetHandle {
            dataset: opened.kept_by(self.filter.as_ref())?,
            _opened: opened,
        })
    }
}
