
/* Boards. A board is an array of 64 letters (FEN) or null, from a1 to h8. */
function boardOf(placement) {
  const board = Array(64).fill(null);
  placement.split(' ')[0].split('/').slice(0, 8).forEach((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (letter >= '1' && letter <= '8') file += Number(letter);
      else if (file < 8) board[8 * (7 - row) + file++] = letter;
    }
  });
  return board;
}

/* The board after a move. Castling is the king taking its own rook; only the SAN shows castling and
   promotion, the squares do not. */
function moved(board, from, to, san) {
  const after = board.slice();
  const piece = board[from];
  after[from] = null;
  if (san.startsWith('O-O')) {
    const rank = from - (from % 8);
    const long = san.startsWith('O-O-O');
    after[to] = null;
    after[rank + (long ? 2 : 6)] = piece;
    after[rank + (long ? 3 : 5)] = board[to];
    return after;
  }
  const pawn = piece === 'P' || piece === 'p';
  if (pawn && from % 8 !== to % 8 && board[to] === null) after[from - (from % 8) + (to % 8)] = null;
  const promoted = /=([QRBN])/.exec(san);
  after[to] = piece;
  if (promoted) after[to] = piece === 'P' ? promoted[1] : promoted[1].toLowerCase();
  return after;
}

/* A board as a picture, White below; `marked` squares are highlighted. */
function drawBoard(board, label, marked = []) {
  const picture = svg('svg', { class: 'board', viewBox: '0 0 800 800', role: 'img', 'aria-label': label });
  const at = (square) => ({ x: 100 * (square % 8), y: 700 - 100 * Math.floor(square / 8) });
  for (let square = 0; square < 64; square++) {
    const dark = (square + Math.floor(square / 8)) % 2 === 0;
    const place = { ...at(square), width: 100, height: 100 };
    picture.append(svg('rect', { ...place, fill: dark ? '#8aa0b8' : '#e8edf3' }));
    if (marked.includes(square)) picture.append(svg('rect', { ...place, class: 'mark' }));
    coordinates(picture, square, place, dark ? '#f4f7fa' : '#5d7690');
  }
  board.forEach((piece, square) => {
    if (piece === null) return;
    const white = piece === piece.toUpperCase();
    picture.append(svg('use', {
      href: `#piece-${piece.toUpperCase()}`, ...at(square), width: 100, height: 100,
      class: white ? 'piece-w' : 'piece-b',
    }));
  });
  return picture;
}

function coordinates(picture, square, place, fill) {
  const text = (x, y, letter) => picture.append(svg('text',
    { x: place.x + x, y: place.y + y, 'font-size': 19, fill, 'aria-hidden': 'true' }, letter));
  if (square % 8 === 0) text(5, 21, String(1 + square / 8));
  if (square < 8) text(83, 94, 'abcdefgh'[square]);
}

/* The board of a start position. */
function startBoard(arrangement) {
  const pawns = 'P'.repeat(8);
  return boardOf(`${arrangement.toLowerCase()}/${pawns.toLowerCase()}/8/8/8/8/${pawns}/${arrangement}`);
}
