package io.fairstream.cli.feed;

import io.fairstream.cli.options.NamedFile;
import io.fairstream.client.InputTopic;
import io.fairstream.query.records.JsonLines;
import io.fairstream.query.records.JsonLines.LineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A file of events for one topic, as JSON lines.
 *
 * @param input topic of the events
 * @param name path; {@code -} for standard input; a name that ends in {@code .gz} is decompressed
 * @param copy file with the content of standard input or of a pipe, after it was {@linkplain #kept kept}
 */
public record EventFile<V extends SpecificRecord>(
        InputTopic<V> input, String name, @Nullable Path copy) {
    public static final String STANDARD_INPUT = "-";

    /** Numbers of valid and invalid lines. */
    public record Lines(long good, long bad) {
        public Lines plus(Lines other) {
            return new Lines(good + other.good, bad + other.bad);
        }
    }

    public EventFile(InputTopic<V> input, String name) {
        this(input, name, null);
    }

    /** True if the file can be read more than once. */
    public boolean isLasting() {
        return copy != null || (!name.equals(STANDARD_INPUT) && Files.isRegularFile(Path.of(name)));
    }

    /** Returns this file, or a copy in the directory if this file can be read only once. */
    public EventFile<V> kept(Path directory) throws IOException {
        if (isLasting() || (!name.equals(STANDARD_INPUT) && !Files.exists(Path.of(name)))) {
            return this;
        }
        Path kept = Files.createTempFile(directory, "events", ".jsonl");
        try (var in = name.equals(STANDARD_INPUT) ? System.in : NamedFile.open(Path.of(name));
                var out = Files.newOutputStream(kept)) {
            in.transferTo(out);
        }
        return new EventFile<>(input, name, kept);
    }

    /** Reads all lines; invalid lines are reported and skipped. */
    public Lines read(Consumer<V> events, Consumer<LineException> problems) throws IOException {
        return read(event -> Optional.empty(), events, problems);
    }

    /**
     * Reads all lines with an additional check.
     *
     * @param check returns the problem of a well-formed event; empty if there is none
     */
    public Lines read(Function<V, Optional<String>> check, Consumer<V> events, Consumer<LineException> problems)
            throws IOException {
        long good = 0;
        long bad = 0;
        try (JsonLines lines = open()) {
            while (lines.hasNext()) {
                V event;
                try {
                    JsonLines.Line line = lines.next();
                    event = line.as(input.topic().value());
                    Optional<String> wrong = check.apply(event);
                    if (wrong.isPresent()) {
                        throw line.problem(wrong.get());
                    }
                } catch (LineException problem) {
                    bad++;
                    problems.accept(problem);
                    continue;
                }
                good++;
                events.accept(event);
            }
        }
        return new Lines(good, bad);
    }

    /** Reads {@code topic=file} on the command line. */
    public static final class Converter implements ITypeConverter<EventFile<?>> {
        @Override
        public EventFile<?> convert(String text) {
            int sign = text.indexOf('=');
            if (sign <= 0 || sign == text.length() - 1) {
                throw new TypeConversionException("\"" + text + "\" (expected: TOPIC=FILE)");
            }
            String topic = text.substring(0, sign);
            InputTopic<?> input =
                    InputTopic.named(topic).orElseThrow(() -> new TypeConversionException(InputTopic.refusal(topic)));
            return new EventFile<>(input, text.substring(sign + 1));
        }
    }

    private JsonLines open() throws IOException {
        if (copy == null) {
            if (!name.equals(STANDARD_INPUT)) {
                NamedFile.requireFile(Path.of(name));
            }
            return JsonLines.open(name);
        }
        String called = name.equals(STANDARD_INPUT) ? "standard input" : name;
        return JsonLines.of(called, Files.newInputStream(copy));
    }
}
