package io.fairstream.simulation.command;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.simulation.Fault;
import io.fairstream.simulation.Result;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Results of many seeds, added up. Safe for several threads, so that it can be shown when its command is interrupted. */
final class SimulationSummary {
    private static final double MINUTE = Duration.ofMinutes(1).toNanos();

    private final long first;
    private final Map<Fault.Kind, Long> faults = new EnumMap<>(Fault.Kind.class);
    private Sums sums = new Sums(0, 0, 0, 0, 0);

    private record Sums(long seeds, long records, long steps, long faults, long failures) {
        Sums plus(Result result) {
            return new Sums(
                    seeds + 1,
                    records + result.plan().records().size(),
                    steps + result.steps(),
                    faults + result.faults().size(),
                    failures + (result.holds() ? 0 : 1));
        }
    }

    SimulationSummary(long first) {
        this.first = first;
    }

    synchronized void add(Result result) {
        sums = sums.plus(result);
        result.faults().forEach(fault -> faults.merge(fault.kind(), 1L, Long::sum));
    }

    synchronized long seeds() {
        return sums.seeds();
    }

    synchronized long failures() {
        return sums.failures();
    }

    /** @param nanos how long it took */
    synchronized Document document(long nanos) {
        Map<Fault.Kind, Long> kinds = new EnumMap<>(faults);
        return new Document()
                .with(new Columns<Sums>()
                        .text("firstSeed", row -> first)
                        .add("seeds", Format.WHOLE, Sums::seeds)
                        .add("seedsPerMinute", Format.WHOLE, row -> Math.round(row.seeds() * MINUTE / nanos))
                        .add("records", Format.WHOLE, Sums::records)
                        .add("steps", Format.WHOLE, Sums::steps)
                        .add("faults", Format.WHOLE, Sums::faults)
                        .add("failures", Format.WHOLE, Sums::failures)
                        .report(List.of(sums))
                        .as("seeds"))
                .say("")
                .with(new Columns<Fault.Kind>()
                        .text("fault", Fault.Kind::toString)
                        .add("count", Format.WHOLE, kind -> kinds.getOrDefault(kind, 0L))
                        .report(Arrays.asList(Fault.Kind.values()))
                        .as("faults"));
    }
}
