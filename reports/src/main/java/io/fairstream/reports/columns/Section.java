package io.fairstream.reports.columns;

/** A part of what a command has to say: rows, a sentence for people, or a warning. */
public sealed interface Section permits Report, Section.Sentence, Section.Warning {
    /**
     * Text before, between or below tables for people to read; programs do not get it.
     *
     * @param text without the end of a line; empty for a blank line
     */
    record Sentence(String text) implements Section {
        public Sentence {
            text = Visible.lines(text);
        }
    }

    /**
     * Warning about missing or doubtful data: apart from the rows, also when programs get them.
     *
     * @param text without the end of a line
     */
    record Warning(String text) implements Section {
        public Warning {
            text = Visible.lines(text);
        }
    }

    static Sentence sentence(String text) {
        return new Sentence(text);
    }
}
