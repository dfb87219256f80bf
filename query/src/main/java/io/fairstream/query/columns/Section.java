package io.fairstream.query.columns;

/** Part of a command's output: rows, a sentence for people, or a warning. */
public sealed interface Section permits Report, Section.Sentence, Section.Warning {
    /**
     * Text before, between or below tables for people; programs do not get it.
     *
     * @param text without the end of a line; empty for a blank line
     */
    record Sentence(String text) implements Section {
        public Sentence {
            text = Visible.lines(text);
        }
    }

    /**
     * Warning about missing or doubtful data, separate from the rows also for programs.
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
