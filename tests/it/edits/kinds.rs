//! The kinds of edit, by name.

use super::edit::{Change, Dice, Edit, Sample};
use super::{characters, lines, tags, tokens};

/// Makes an edit of a kind; `None` if the game has no place for it.
type Make = fn(&Sample, &mut Dice) -> Option<Change>;

/// The kinds, all equally likely.
const KINDS: &[(&str, Make)] = &[
    ("delete a character", characters::delete_character),
    ("double a character", characters::double_character),
    ("replace a character", characters::replace_character),
    ("insert a character", characters::insert_character),
    ("swap two characters", characters::swap_characters),
    ("case of a character", characters::swap_case_of_character),
    ("case of a word", characters::swap_case_of_word),
    ("case of the movetext", characters::case_of_movetext),
    ("delete a word", characters::delete_word),
    ("delete one of the last words", characters::delete_last_word),
    ("double a word", characters::double_word),
    ("swap two words", characters::swap_words),
    ("join two words", characters::join_words),
    ("cut a word", characters::cut_word),
    ("spelling of the result", characters::spelling_of_result),
    ("result", tokens::result),
    ("castling", tokens::castling),
    ("NAG", tokens::nag),
    ("comment", tokens::comment),
    ("bracket", tokens::bracket),
    ("ICCF number", tokens::iccf),
    ("annotation", tokens::annotation),
    ("null move", tokens::null_move),
    ("move number", tokens::number),
    ("move", tokens::a_move),
    ("tag in the movetext", tokens::tag),
    ("percent sign", tokens::percent),
    ("semicolon", tokens::semicolon),
    ("line: result", tokens::result_line),
    ("line: castling", tokens::castling_line),
    ("line: NAG", tokens::nag_line),
    ("line: comment", tokens::comment_line),
    ("line: bracket", tokens::bracket_line),
    ("line: ICCF number", tokens::iccf_line),
    ("line: annotation", tokens::annotation_line),
    ("line: null move", tokens::null_move_line),
    ("line: move number", tokens::number_line),
    ("line: move", tokens::move_line),
    ("line: tag", tokens::tag_line),
    ("line: percent sign", tokens::percent_line),
    ("line: semicolon", tokens::semicolon_line),
    ("drop a line", lines::drop_line),
    ("double a line", lines::double_line),
    ("swap two lines", lines::swap_lines),
    ("join two lines", lines::join_lines),
    ("cut a line", lines::cut_line),
    ("empty line", lines::empty_line),
    ("lose or double lines", lines::lose_or_double_lines),
    ("move a line", lines::move_line),
    ("no empty lines", lines::without_empty_lines),
    ("blanks around lines", lines::padded_lines),
    ("blanks around numbers", lines::blanks_around_numbers),
    ("no blanks", lines::no_blanks),
    ("blanks in a tag", lines::blanks_in_tags),
    ("odd blank", lines::odd_blank),
    ("one more odd blank", lines::odd_blank_more),
    ("odd blanks only", lines::odd_blanks_only),
    ("line ends", lines::line_ends),
    ("line end", lines::line_end),
    ("encoding", lines::encoding),
    ("mark before the game", lines::mark_before),
    ("between tags", tags::between),
    ("beside a tag", tags::beside),
    ("tag twice", tags::double_tag),
    ("tag above Event", tags::tag_above_event),
    ("setup above Event", tags::setup_above_event),
    ("order of tags", tags::order_of_tags),
    ("Result tag", tags::result_tag),
    ("damaged tag", tags::damaged_tag),
    ("FEN tag", tags::fen_tag),
];

/// An edit of any kind that changes the text.
pub(super) fn draw(sample: &Sample, dice: &mut Dice) -> Edit {
    loop {
        let (kind, make) = KINDS[dice.below(KINDS.len())];
        let Some(change) = make(sample, dice) else {
            continue;
        };
        if change.apply(sample) != sample.text {
            return Edit { kind, change };
        }
    }
}
