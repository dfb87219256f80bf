package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.Usage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Charges of the jobs of each QOS, workload characterization key or reservation in a period, by user, like
 * {@code sreport cluster WCKeyUtilizationByUser}: for each cluster each name, then its users. The table {@code jobs}
 * contains the name of a job; for purged jobs it is unknown. Percent is of all.
 */
public final class KeyUtilization implements UserJournal.Listener {
    private final Buckets period;
    private final List<String> tres;
    private final Map<JobKey, String> names = new HashMap<>();
    private final Map<Name, Map<String, UseSum>> uses = new TreeMap<>(Comparator.comparing(Name::cluster)
            .thenComparing(Name::name, Comparator.nullsLast(Comparator.naturalOrder())));

    /** Property of a job by which charges are grouped. */
    public enum Key {
        QOS,
        WCKEY,
        RESERVATION;

        private String of(Job job) {
            return switch (this) {
                case QOS -> job.getQos();
                case WCKEY -> job.getWckey();
                case RESERVATION -> job.getReservation();
            };
        }
    }

    private record JobKey(String cluster, long id, @Nullable Instant submitted) {}

    /** Name in a cluster; empty for none, null for purged jobs. */
    private record Name(String cluster, @Nullable String name) {}

    /** @param user null for all users of the name */
    record Line(
            String cluster, @Nullable String name, @Nullable String user, Use use) {}

    /** @param tres names of trackable resources, as in {@link UseSum} */
    KeyUtilization(Period period, List<String> tres, Iterable<Job> jobs, Key key) {
        this.period = Buckets.whole(period);
        this.tres = tres;
        jobs.forEach(job -> names.put(new JobKey(job.getCluster(), job.getJobId(), job.getSubmitted()), key.of(job)));
    }

    /**
     * Reads the journal and the jobs.
     *
     * @param tres names of trackable resources with additional columns: cpu, node, mem, billing, gres/gpu and so on
     */
    public static Document report(TopicReader reader, PeriodQuery query, Key key, List<String> tres) {
        KeyUtilization utilization = new KeyUtilization(query.period(), tres, reader.latest(Topics.JOBS), key);
        String name = key.name().toLowerCase(Locale.ROOT);
        Document document =
                query.titled("Utilization by " + name + " and user", UserJournal.read(reader, query, utilization));
        List<Line> lines = utilization.lines();
        if (lines.stream().anyMatch(line -> line.name == null)) {
            document.warn("some jobs were purged from the table jobs: their " + name + " is unknown");
        }
        Use whole =
                lines.stream().filter(line -> line.user == null).map(Line::use).reduce(Use.NONE, Use::plus);
        UseColumns<Line> columns = new UseColumns<>(query.time(), tres, Line::use, whole);
        return document.with(new Columns<Line>()
                .text("cluster", Line::cluster)
                .text(name, line -> line.name == null ? "(purged)" : line.name, Line::name)
                .text("user", Line::user)
                .headed("LOGIN")
                .with(columns::addCharged)
                .with(columns::addTres)
                .report(lines));
    }

    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        use(who).allocation(change);
    }

    /** Adds usage; usage of sessions has no name, usage that a scheduler reports for a run has the name of its job. */
    @Override
    public void usage(UserJournal.Who who, Usage usage) {
        if (who.dimensions().getJobId() != null && !who.bank().isEmpty()) {
            use(who).usage(usage);
        }
    }

    private UseSum use(UserJournal.Who who) {
        long job = Objects.requireNonNullElse(who.dimensions().getJobId(), 0L);
        JobKey key = new JobKey(who.cluster(), job, who.dimensions().getSubmitted());
        return uses.computeIfAbsent(new Name(who.cluster(), names.get(key)), each -> new TreeMap<>())
                .computeIfAbsent(who.user(), user -> new UseSum(period, tres));
    }

    /** Returns each name, then its users by descending charge, without users of 0. */
    List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        uses.forEach((name, users) -> {
            List<Line> own = new ArrayList<>();
            users.forEach((user, use) -> own.add(new Line(name.cluster, name.name, user, use.total())));
            own.removeIf(line -> line.use.isEmpty());
            own.sort(Comparator.comparingLong((Line line) -> line.use.charged()).reversed());
            if (!own.isEmpty()) {
                Use sum = own.stream().map(Line::use).reduce(Use.NONE, Use::plus);
                lines.add(new Line(name.cluster, name.name, null, sum));
                lines.addAll(own);
            }
        });
        return lines;
    }
}
