package io.fairstream.cli.publish;

import io.fairstream.cli.options.NamedFile;
import io.fairstream.publish.OutboxException;
import io.fairstream.reports.records.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;

/** Errors in the input of a command, as the command's failure. */
final class Refusals {
    private Refusals() {}

    /** Works on an outbox. */
    @FunctionalInterface
    interface Work<T> {
        T work() throws IOException;
    }

    /**
     * Does it.
     *
     * @throws Failure if the outbox or an argument is refused
     */
    static <T> T mended(Work<T> work) throws IOException {
        try {
            return work.work();
        } catch (OutboxException | IllegalArgumentException e) {
            throw new Failure(String.valueOf(e.getMessage()), e);
        }
    }

    /** Reads a file of lines. */
    static <T> T read(Path file, BiFunction<String, List<String>, T> parser) throws IOException {
        NamedFile.requireFile(file);
        List<String> lines = Files.readAllLines(file);
        return Failure.ifRefused(() -> parser.apply(file.toString(), lines));
    }
}
