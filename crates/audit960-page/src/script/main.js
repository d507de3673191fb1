
/* Everything is set up; an address such as #p518, #i3 or #o518,e2e4 opens a position, a run or a line. */
document.documentElement.classList.add('scripted');
startTheme();
startSaving();
startPositionWindow();
startMap();
startStarts();
startFunnel();
startBoards();
startDamaged();
startIncidents();
startRepetitions();
startTruth();
startOpenings();

function follow() {
  const line = /^#o([\d/]+(?:,\w+)*)$/.exec(location.hash);
  if (line && openings) openings.follow(line[1]);
  const [, kind, number] = /^#([pi])(\d+)$/.exec(location.hash) || [];
  if (kind === 'p') openPosition(Number(number));
  if (kind === 'i') showIncident(Number(number), true);
}
window.addEventListener('hashchange', follow);
follow();
