package io.fairstream.query.volunteers;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.Failure;
import io.fairstream.query.records.TopicReader;
import io.fairstream.query.tables.WorkQuantity;
import io.fairstream.schemas.Host;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Work;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Total work of each of the volunteers' hosts, and the part of its reports that was cut because it exceeds the host's capacity. */
public final class HostsReport {
    private static final Comparator<Line> BY_NAME =
            Comparator.comparing(line -> line.host().getHost());
    private static final Comparator<Line> WORST_FIRST =
            Comparator.comparingDouble(Line::cutShare).reversed().thenComparing(BY_NAME);

    /** @param cutShare largest cut share of the quantities, 0 to 1 */
    record Line(Host host, double cutShare) {
        static Line of(Host host) {
            Work cut = host.getCapped();
            return new Line(host, cut == null ? 0 : share(WorkQuantity.done(host), cut));
        }

        private static double share(Work done, Work cut) {
            return Stream.of(WorkQuantity.values())
                    .mapToDouble(quantity -> share(quantity.of(done), quantity.of(cut)))
                    .max()
                    .orElse(0);
        }

        private static double share(double done, double cut) {
            return cut <= 0 ? 0 : cut / (done + cut);
        }
    }

    private HostsReport() {}

    /**
     * Reads the hosts, by name.
     *
     * @param user only that user's; null for all
     * @param leastCut only those with a larger cut share, the largest first; null for all
     * @throws Failure if the user has none
     */
    public static Document report(TopicReader reader, @Nullable String user, @Nullable Double leastCut, WorkUnit unit) {
        return report(reader.latest(Topics.HOSTS), user, leastCut, unit);
    }

    static Document report(Collection<Host> all, @Nullable String user, @Nullable Double leastCut, WorkUnit unit) {
        List<Line> hosts = all.stream()
                .filter(host -> user == null || host.getUser().equals(user))
                .map(Line::of)
                .toList();
        if (user != null && hosts.isEmpty()) {
            throw new Failure("hosts: user " + user + " has none (expected: a user that table hosts shows)");
        }
        boolean isCut = leastCut != null;
        List<Line> lines = hosts.stream()
                .filter(line -> leastCut == null || line.cutShare > leastCut)
                .sorted(isCut ? WORST_FIRST : BY_NAME)
                .toList();
        return Document.of(columns(isCut, new WorkColumns(unit)).report(lines));
    }

    private static Columns<Line> columns(boolean isCut, WorkColumns work) {
        Columns<Line> columns = new Columns<Line>()
                .text("host", line -> line.host.getHost())
                .text("user", line -> line.host.getUser())
                .add("processors", Format.WHOLE, line -> line.host.getProcessors())
                .add("gpus", Format.WHOLE, line -> line.host.getGpus());
        if (isCut) {
            columns.percent("cutShare", Line::cutShare);
        }
        work.add(columns, "", true, line -> WorkQuantity.done(line.host));
        work.add(columns, "cut", isCut, line -> line.host.getCapped());
        return columns.time("lastReport", line -> line.host.getLastReport());
    }
}
