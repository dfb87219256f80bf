package io.fairstream.sonar;

import io.fairstream.reading.Outcome;
import io.fairstream.reading.Problem;
import io.fairstream.reading.RecordReader;
import io.fairstream.reading.Recorded;
import io.fairstream.schemas.SessionDelta;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Reader of {@code sample} payloads. Counters are cumulative, so two samples of a node make a snapshot; the samples of
 * a node must be in the order of their times.
 */
public final class SonarSamples {
    private static final List<String> KINDS = List.of("sample");

    private final Map<String, Sample> last = new HashMap<>();
    private final List<SessionDelta> deltas = new ArrayList<>();

    private SonarSamples() {}

    /**
     * Reads to the end.
     *
     * @param name of the file
     * @param problems receives each unreadable sample
     */
    public static Recorded<SessionDelta> read(String name, Reader in, Consumer<Problem> problems) throws IOException {
        SonarSamples samples = new SonarSamples();
        RecordReader reader = new RecordReader(name, Outcome.MALFORMED, problems);
        Payloads.read(
                in, KINDS, reader, (line, attributes) -> reader.read(line, () -> samples.take(Sample.of(attributes))));
        return Recorded.of(samples.deltas, SessionDelta::getTo, reader.outcomes());
    }

    private Outcome take(Sample sample) {
        if (sample.processors() == 0) {
            return Outcome.NO_NODE_TIME;
        }
        Sample before = last.get(sample.key());
        if (before != null && !sample.time().isAfter(before.time())) {
            return Outcome.NOT_AFTER;
        }
        last.put(sample.key(), sample);
        if (before == null || !sample.goesOnFrom(before)) {
            return Outcome.BASE;
        }
        deltas.addAll(Snapshot.between(before, sample));
        return Outcome.SNAPSHOT;
    }
}
