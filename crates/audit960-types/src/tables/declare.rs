//! The language in which tables are declared.

/// Declares a table. The first line is its constant, its name in SQL, its files and what a row is; the
/// second the name of its columns under construction and the row that they are filled from; between them may
/// stand the facts whose fields hold the texts of tags, each called as its column. Then each column has a
/// declaration of
///
/// ```text
/// name: Type required|nullable "unit" "Meaning." [mark] = value of the row;
/// ```
///
/// The optional mark is one of `source`, `game_id`, `game` and `line`, which say what the rows of a chunk
/// cannot know ([`ColumnOrigin`](super::ColumnOrigin)), or `tag "Name"` of a column that holds a tag. `players` or `quality` in front
/// says that the column is there only on request ([`ColumnGroup`](super::ColumnGroup)); such columns come last.
macro_rules! table {
    (
        $(#[$doc:meta])*
        $constant:ident = $name:literal $path:literal $meaning:literal;
        tags of $facts:ident;
        $columns:ident of $row:ident: $row_type:ty;
        $($column:ident: $kind:ident $(<$label:ident>)? $null:ident $unit:literal $text:tt
            $([$($mark:tt)+])? = $value:expr;)+
    ) => {
        table! {
            $(#[$doc])*
            $constant = $name $path $meaning;
            $columns of $row: $row_type;
            $($column: $kind $(<$label>)? $null $unit $text $([$($mark)+])? = $value;)+
        }

        impl<'a> $facts<'a> {
            /// Whether a text of a tag fulfils a condition.
            pub fn has_tag_text(&self, test: impl Fn(&str) -> bool) -> bool {
                false $(|| table!(@has self.$column, test $kind; $($($mark)+)?))+
            }

            /// Calls `each` with the texts of tags and the names of their columns.
            pub fn each_tag_text(&mut self, mut each: impl FnMut(&'static str, &mut Option<&'a str>)) {
                $(table!(@each self.$column, each $column $kind; $($($mark)+)?);)+
            }
        }
    };
    (
        $(#[$doc:meta])*
        $constant:ident = $name:literal $path:literal $meaning:literal;
        $columns:ident of $row:ident: $row_type:ty;
        $($column:ident: $kind:ident $(<$label:ident>)? $null:ident $unit:literal $text:tt
            $([$($mark:tt)+])? = $value:expr;)+
    ) => {
        $(#[$doc])*
        pub const $constant: $crate::tables::TableSchema = $crate::tables::TableSchema {
            name: $name,
            path: $path,
            meaning: $meaning,
            columns: &[$($crate::tables::ColumnDoc {
                name: stringify!($column),
                kind: table!(@kind $kind $($label)?),
                nullable: table!(@null $null),
                unit: $unit,
                meaning: $text,
                origin: table!(@origin $($($mark)+)?),
                tag: table!(@tag $($($mark)+)?),
                group: table!(@group $($($mark)+)?),
            }),+],
        };

        const _: () = assert!(
            $constant.groups_ascend(),
            "a column stands behind those of a later group",
        );

        #[doc = concat!("Rows of table `", $name, "` as columns under construction.")]
        pub struct $columns<S: $crate::tables::Store> {
            group: $crate::tables::ColumnGroup,
            $($column: table!(@buffer S, $kind $($label)?; $($($mark)+)?)),+
        }

        impl<S: $crate::tables::Store> Default for $columns<S> {
            fn default() -> Self {
                Self::up_to($crate::tables::ColumnGroup::Always)
            }
        }

        impl<S: $crate::tables::Store> $columns<S> {
            /// No rows, with the columns up to those of this group.
            #[must_use]
            pub fn up_to(group: $crate::tables::ColumnGroup) -> Self {
                Self { group, $($column: Default::default()),+ }
            }

            /// Appends a row.
            pub fn push(&mut self, $row: &$row_type) {
                $(if table!(@group $($($mark)+)?).is_within(self.group) {
                    table!(@push self.$column, $kind $null $value; $($($mark)+)?);
                })+
            }

            /// Takes the columns, in order, without those whose origin is the source. The error is the name
            /// of a column that became too large.
            ///
            /// # Errors
            /// If a column became too large; its rows are lost.
            pub fn take(&mut self) -> Result<Vec<S::Column>, &'static str> {
                let mut taken = Vec::with_capacity(Self::COLUMNS);
                $(if table!(@group $($($mark)+)?).is_within(self.group) {
                    table!(@take self.$column, taken $column; $($($mark)+)?);
                })+
                Ok(taken)
            }

            const COLUMNS: usize = $constant.columns.len();
        }

        impl<R: $crate::tables::ReadRow> $crate::tables::ReadColumns<'_, R, $row_type> {
            $(
                #[doc = concat!("Column `", stringify!($column), "`.")]
                ///
                /// # Errors
                /// If it is missing or holds something else.
                pub fn $column<V: $crate::tables::FromCell>(&self) -> Result<V, R::Error> {
                    self.row.value(stringify!($column))
                }
            )+
        }

        impl $crate::tables::TableRow for $row_type {
            const TABLE: &'static $crate::tables::TableSchema = &$constant;

            fn value(&self, column: usize) -> $crate::tables::Datum<'_> {
                let $row = self;
                let mut index = 0;
                $(
                    if column == index {
                        return table!(@datum $kind $null $value);
                    }
                    index += 1;
                )+
                debug_assert!(column < index, "a column of another table");
                $crate::tables::Datum::Null
            }
        }
    };

    (@kind Label $label:ident) => { $crate::tables::ColumnType::Label($crate::label::texts::<$label>) };
    (@kind $kind:ident) => { $crate::tables::ColumnType::$kind };

    (@null required) => { false };
    (@null nullable) => { true };

    (@origin source) => { $crate::tables::ColumnOrigin::Source };
    (@origin game_id) => { $crate::tables::ColumnOrigin::GameId };
    (@origin game) => { $crate::tables::ColumnOrigin::Game };
    (@origin line) => { $crate::tables::ColumnOrigin::Line };
    (@origin quality) => { $crate::tables::ColumnOrigin::Row };
    (@origin $(players)? $(tag $tag:literal)?) => { $crate::tables::ColumnOrigin::Row };

    (@tag $(players)? tag $tag:literal) => { Some($tag) };
    (@tag $($mark:ident)?) => { None };

    (@group players $($mark:tt)*) => { $crate::tables::ColumnGroup::Players };
    (@group quality) => { $crate::tables::ColumnGroup::Quality };
    (@group $($mark:tt)*) => { $crate::tables::ColumnGroup::Always };

    (@buffer $store:ident, $kind:ident $($label:ident)?; source) => { () };
    (@buffer $store:ident, $kind:ident $($label:ident)?; game_id) => { () };
    (@buffer $store:ident, $kind:ident $($label:ident)?; $($mark:tt)*) => {
        <$store as $crate::tables::Store>::$kind $(<$label>)?
    };

    (@push $buffer:expr, $kind:ident $null:ident $value:expr; source) => {};
    (@push $buffer:expr, $kind:ident $null:ident $value:expr; game_id) => {};
    (@push $buffer:expr, Text required $value:expr; $($mark:tt)*) => {
        $crate::tables::ColumnBuffer::push(&mut $buffer, AsRef::<str>::as_ref(&$value))
    };
    (@push $buffer:expr, Text nullable $value:expr; $($mark:tt)*) => {
        $crate::tables::ColumnBuffer::push_option(
            &mut $buffer,
            $value.as_ref().map(AsRef::<str>::as_ref),
        )
    };
    (@push $buffer:expr, $kind:ident required $value:expr; $($mark:tt)*) => {
        $crate::tables::ColumnBuffer::push(&mut $buffer, $crate::tables::Fits::fit($value))
    };
    (@push $buffer:expr, $kind:ident nullable $value:expr; $($mark:tt)*) => {
        $crate::tables::ColumnBuffer::push_option(
            &mut $buffer,
            $value.map($crate::tables::Fits::fit),
        )
    };

    (@take $buffer:expr, $taken:ident $column:ident; source) => { let () = $buffer; };
    (@take $buffer:expr, $taken:ident $column:ident; game_id) => { let () = $buffer; };
    (@take $buffer:expr, $taken:ident $column:ident; $($mark:tt)*) => {
        let column = $crate::tables::TakeColumn::take(&mut $buffer);
        $taken.push(column.ok_or(stringify!($column))?)
    };

    (@has $field:expr, $test:ident Text; $(players)? tag $tag:literal) => { $field.is_some_and(&$test) };
    (@has $field:expr, $test:ident $kind:ident; $($mark:tt)*) => { false };

    (@each $field:expr, $each:ident $column:ident Text; $(players)? tag $tag:literal) => {
        $each(stringify!($column), &mut $field)
    };
    (@each $field:expr, $each:ident $column:ident $kind:ident; $($mark:tt)*) => {};

    (@datum $kind:ident required $value:expr) => { table!(@as $kind $value) };
    (@datum $kind:ident nullable $value:expr) => {
        $value.map_or($crate::tables::Datum::Null, |value| table!(@as $kind value))
    };
    (@as Int32 $value:expr) => {
        $crate::tables::Datum::Int(i64::from($crate::tables::Fits::<i32>::fit($value)))
    };
    (@as Int64 $value:expr) => { $crate::tables::Datum::Int($crate::tables::Fits::fit($value)) };
    (@as Float64 $value:expr) => { $crate::tables::Datum::Float($value) };
    (@as Bool $value:expr) => { $crate::tables::Datum::Bool($value) };
    (@as Date $value:expr) => { $crate::tables::Datum::Date($value) };
    (@as Text $value:expr) => { $crate::tables::Datum::Text(std::borrow::Cow::from($value)) };
    (@as Label $value:expr) => {
        $crate::tables::Datum::Text(std::borrow::Cow::Borrowed($crate::label::Label::text($value)))
    };
    (@as Int32List $value:expr) => { $crate::tables::Datum::Ints(::std::borrow::Cow::Borrowed($value)) };
    (@as Float64List $value:expr) => { $crate::tables::Datum::Floats(::std::borrow::Cow::Borrowed($value)) };
}
pub(super) use table;
