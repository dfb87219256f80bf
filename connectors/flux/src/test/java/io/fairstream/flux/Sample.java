package io.fairstream.flux;

import io.fairstream.reading.Recorded;
import io.fairstream.schemas.JobEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads samples, and writes events in short. */
final class Sample {
    private final List<String> problems = new ArrayList<>();

    static BufferedReader resource(String name) {
        return new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Sample.class.getResourceAsStream(name), name), StandardCharsets.UTF_8));
    }

    /** With single quotes for double ones. */
    Recorded<JobEvent> jobs(String text) throws IOException {
        return FluxJobs.read(
                "t.json",
                new BufferedReader(new StringReader(text.replace('\'', '"'))),
                "tux",
                problem -> problems.add(problem.toString()));
    }

    /** With single quotes for double ones, of job 17 where they name none. */
    Recorded<JobEvent> eventlogs(String text) throws IOException {
        return FluxEventlogs.read(
                "t.log",
                new BufferedReader(new StringReader(text.replace('\'', '"'))),
                new FluxEventlogs.Options("tux", 17L),
                problem -> problems.add(problem.toString()));
    }

    List<String> problems() {
        return problems;
    }

    /** As {@code 1000.5 RUNNING 2n 8c 1g tux[0-1]}. */
    static List<String> brief(List<JobEvent> events) {
        return events.stream().map(Sample::brief).toList();
    }

    private static String brief(JobEvent event) {
        StringBuilder text = new StringBuilder(seconds(event.getAt()) + " " + event.getState());
        append(text, event.getNodes(), "n");
        append(text, event.getProcessors(), "c");
        append(text, event.getGpus(), "g");
        append(text, event.getNodeList().isEmpty() ? null : event.getNodeList(), "");
        append(text, event.getOutcome(), "");
        append(text, event.getExitCode() == null ? null : "exit " + event.getExitCode(), "");
        append(text, event.getSignal() == null ? null : "signal " + event.getSignal(), "");
        return text.toString();
    }

    private static void append(StringBuilder to, @Nullable Object value, String unit) {
        if (value != null) {
            to.append(' ').append(value).append(unit);
        }
    }

    private static String seconds(Instant at) {
        return BigDecimal.valueOf(at.toEpochMilli(), 3).stripTrailingZeros().toPlainString();
    }
}
