package io.fairstream.console;

import io.fairstream.reports.columns.Document;
import io.fairstream.reports.records.TopicReader;
import io.fairstream.reports.tables.Present;
import java.io.IOException;
import java.util.List;

/** The commands whose answers are served. */
public interface Commands {
    /** Names of those that read. */
    List<String> names();

    /**
     * Returns the output of a command that only reads.
     *
     * @throws UnknownCommandException if there is none of that name
     * @throws WrongOptionException if it has no such option, or not with that value
     * @throws io.fairstream.reports.records.Failure if that cannot be said, such as of an unknown name
     */
    Document show(Question question, TopicReader reader) throws IOException, InterruptedException;

    /** The system whose time it is in what such a command has to say. */
    Present system(Question question, TopicReader reader);

    /**
     * Makes an edit.
     *
     * @param edit the command and its arguments
     * @param by who decides
     * @param reason the reason, for people; empty for none
     * @return what came of it
     * @throws UnknownCommandException if it is no command that edits
     * @throws WrongOptionException if it is no edit, or has wrong arguments
     * @throws io.fairstream.reports.records.Failure if it is refused
     */
    Made edit(List<String> edit, String by, String reason);

    /**
     * An edit that was made.
     *
     * @param rows as JSON
     * @param undo the command with its arguments that takes it back; empty if there is none
     */
    record Made(List<String> rows, List<String> undo) {
        public Made {
            rows = List.copyOf(rows);
            undo = List.copyOf(undo);
        }
    }

    /** There is no such command here. */
    final class UnknownCommandException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnknownCommandException(String message) {
            super(message);
        }
    }

    /** The command does not take that. */
    final class WrongOptionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public WrongOptionException(String message) {
            super(message);
        }
    }
}
