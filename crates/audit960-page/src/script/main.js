
/* Everything is set up; an address such as #p518 or #i3 opens a position or a run. */
document.documentElement.classList.add('scripted');
startTheme();
startPositionWindow();
startMap();
startStarts();
startFunnel();
startPopularity();
startIncidents();
startRepetitions();
startTruth();

function follow() {
  const [, kind, number] = /^#([pi])(\d+)$/.exec(location.hash) || [];
  if (kind === 'p') openPosition(Number(number));
  if (kind === 'i') showIncident(Number(number), true);
}
window.addEventListener('hashchange', follow);
follow();
