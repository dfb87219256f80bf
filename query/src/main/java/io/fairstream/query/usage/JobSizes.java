package io.fairstream.query.usage;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.AllocationChange;
import io.fairstream.schemas.Totals;
import io.fairstream.schemas.Usage;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Processor time allocated in a period to jobs of each size, by account, like {@code sreport job SizesByAccount}: a row
 * for each size of an account of a cluster. Percent is of the sum. Stores only jobs with an allocation in the period.
 */
public final class JobSizes implements UserJournal.Listener {
    private static final long MICROS = 1000;

    private final long begin;
    private final long end;
    private final Map<Job, NavigableMap<Long, Integer>> jobs = new HashMap<>();

    private record Job(String cluster, long id, @Nullable Instant submitted, String bank) {}

    private record Bin(String cluster, String bank, int index) {}

    /**
     * Jobs of one size of an account.
     *
     * @param least number of processors
     * @param most number of processors; null for no limit
     * @param jobs number of jobs
     * @param allocated processor time in the period, microseconds
     */
    record Line(
            String cluster,
            String account,
            int least,
            @Nullable Integer most,
            long jobs,
            long allocated) {
        String size() {
            return most == null ? ">= " + least : least + "-" + most;
        }

        private Line plus(Line other) {
            return new Line(cluster, account, least, most, jobs + other.jobs, Totals.sum(allocated, other.allocated));
        }
    }

    JobSizes(Period period) {
        this.begin = period.begin().toEpochMilli();
        this.end = period.end().toEpochMilli();
    }

    /**
     * Reads the journal.
     *
     * @param limits lower limits of the sizes, ascending, above 0
     */
    public static Document report(TopicReader reader, PeriodQuery query, List<Integer> limits) {
        JobSizes sizes = new JobSizes(query.period());
        Instant reachesTo = UserJournal.read(reader, query, sizes);
        List<Line> lines = sizes.lines(limits);
        long whole = lines.stream().mapToLong(Line::allocated).sum();
        Columns<Line> columns = new Columns<Line>()
                .text("cluster", Line::cluster)
                .text("account", Line::account)
                .text("size", Line::size)
                .headed("PROCESSORS")
                .add("jobs", Format.WHOLE, Line::jobs);
        query.time().processorTime(columns, "allocated", Line::allocated, line -> whole);
        return query.titled("Job sizes by account", reachesTo).with(columns.report(lines));
    }

    /** Adds a change of allocation. Changes before the period count from its begin; jobs whose changes cancel are removed. */
    @Override
    public void allocation(UserJournal.Who who, AllocationChange change) {
        Long id = who.dimensions().getJobId();
        long at = Math.max(begin, change.getAt().toEpochMilli());
        if (id == null || at >= end || change.getAllocated() == 0) {
            return;
        }
        Job job = new Job(who.cluster(), id, who.dimensions().getSubmitted(), who.bank());
        NavigableMap<Long, Integer> changes = jobs.computeIfAbsent(job, each -> new TreeMap<>());
        if (changes.merge(at, change.getAllocated(), Math::addExact) == 0) {
            changes.remove(at);
            if (changes.isEmpty()) {
                jobs.remove(job);
            }
        }
    }

    @Override
    public void usage(UserJournal.Who who, Usage usage) {}

    /**
     * Returns the lines by cluster, account and size.
     *
     * @param limits lower limits of the sizes, ascending; the first size begins at 0
     */
    List<Line> lines(List<Integer> limits) {
        Map<Bin, Line> lines = new TreeMap<>(
                Comparator.comparing(Bin::cluster).thenComparing(Bin::bank).thenComparing(Bin::index));
        jobs.forEach((job, changes) -> {
            int largest = 0;
            int processors = 0;
            BigInteger micros = BigInteger.ZERO;
            for (Map.Entry<Long, Integer> change : changes.entrySet()) {
                processors = Math.addExact(processors, change.getValue());
                largest = Math.max(largest, processors);
                Long next = changes.higherKey(change.getKey());
                long until = next == null ? end : next;
                micros = micros.add(Totals.product(processors, Math.multiplyExact(until - change.getKey(), MICROS)));
            }
            if (largest > 0) {
                int bin = bin(largest, limits);
                Line line = line(job, bin, limits, Totals.fitted(micros));
                lines.merge(new Bin(job.cluster, job.bank, bin), line, Line::plus);
            }
        });
        return new ArrayList<>(lines.values());
    }

    private static int bin(int processors, List<Integer> limits) {
        return (int) limits.stream().filter(limit -> processors >= limit).count();
    }

    private static Line line(Job job, int bin, List<Integer> limits, long micros) {
        return new Line(
                job.cluster,
                job.bank,
                bin == 0 ? 0 : limits.get(bin - 1),
                bin == limits.size() ? null : limits.get(bin) - 1,
                1,
                micros);
    }
}
