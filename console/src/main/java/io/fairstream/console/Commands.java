package io.fairstream.console;

import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.ReportTime;
import java.io.IOException;
import java.util.List;

/** Commands that the console serves. */
public interface Commands {
    /** Names of the commands that only read. */
    List<String> names();

    /**
     * Returns the output of a command that only reads.
     *
     * @throws UnknownCommandException if no command has that name
     * @throws WrongOptionException if the command rejects an option or its value
     * @throws io.fairstream.query.records.Failure if there is no output, for example because a name is unknown
     */
    Document show(Question question, TopicReader reader) throws IOException, InterruptedException;

    /** The system whose present time applies to the output of this command. */
    ReportTime system(Question question, TopicReader reader);

    /**
     * Makes an edit.
     *
     * @param edit the command and its arguments
     * @param by author of the decision
     * @param reason free text; empty for none
     * @return the edit as made
     * @throws UnknownCommandException if the command makes no edits
     * @throws WrongOptionException if the subcommand is no edit, or its arguments are wrong
     * @throws io.fairstream.query.records.Failure if the edit is rejected
     */
    Made edit(List<String> edit, String by, String reason);

    /**
     * A completed edit.
     *
     * @param rows as JSON
     * @param undo the command and arguments that revert the edit; empty if it cannot be reverted
     * @param warnings lines that the command prints beside its rows
     */
    record Made(List<String> rows, List<String> undo, List<String> warnings) {
        public Made {
            rows = List.copyOf(rows);
            undo = List.copyOf(undo);
            warnings = List.copyOf(warnings);
        }
    }

    /** The command does not exist or is not served. */
    final class UnknownCommandException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public UnknownCommandException(String message) {
            super(message);
        }
    }

    /** The command does not accept an option or argument. */
    final class WrongOptionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public WrongOptionException(String message) {
            super(message);
        }
    }
}
