package io.fairstream.cli.export;

import io.fairstream.cli.options.NamedFile;
import io.fairstream.publish.OutboxException;
import io.fairstream.query.records.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/** Converts errors in a command's input to failures of the command. */
final class Refusals {
    private Refusals() {}

    /** Work on an outbox. */
    @FunctionalInterface
    interface Work<T> {
        T work() throws IOException;
    }

    /**
     * Runs the work.
     *
     * @throws Failure if the outbox or an argument is rejected
     */
    static <T> T mended(Work<T> work) throws IOException {
        try {
            return work.work();
        } catch (OutboxException | IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads and parses a file of lines. */
    static <T> T read(Path file, BiFunction<String, List<String>, T> parser) throws IOException {
        NamedFile.requireFile(file);
        List<String> lines = Files.readAllLines(file);
        return Failure.ifRefused(() -> parser.apply(file.toString(), lines));
    }
}
