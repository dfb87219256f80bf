package io.fairstream.query.priority;

import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Report;
import io.fairstream.query.priority.MultifactorPriority.Term;
import io.fairstream.query.records.Failure;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.JobState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Waiting jobs, the highest priority first, with the terms of their priorities. */
public final class PriorityListing {
    /** Summand that turns negative zero into zero. */
    private static final double NO_SIGN = 0;

    private final Style style;
    private final List<WaitingJob> jobs;

    /**
     * Selection of waiting jobs; an empty collection selects all.
     *
     * @param names {@code cluster/jobId}, or {@code jobId} in any cluster
     */
    public record Selection(List<String> names, Set<String> users, Set<String> partitions) {
        public Selection {
            names = List.copyOf(names);
            users = Set.copyOf(users);
            partitions = Set.copyOf(partitions);
        }

        Collection<Job> of(Collection<Job> jobs) {
            Set<Job> named = new LinkedHashSet<>();
            names.forEach(name -> named.addAll(named(name, jobs)));
            return (names.isEmpty() ? jobs : named)
                    .stream()
                            .filter(job -> job.getState() == JobState.PENDING)
                            .filter(job -> users.isEmpty() || users.contains(job.getUser()))
                            .filter(job -> partitions.isEmpty() || partitions.contains(job.getPartition()))
                            .toList();
        }

        private static List<Job> named(String name, Collection<Job> jobs) {
            List<Job> named = jobs.stream()
                    .filter(job -> name.equals(job.getCluster() + "/" + job.getJobId())
                            || name.equals(Long.toString(job.getJobId())))
                    .toList();
            if (named.isEmpty()) {
                throw new Failure(name + ": no such job (expected: cluster/jobId or jobId of one in jobs)");
            }
            for (Job job : named) {
                if (job.getState() != JobState.PENDING) {
                    throw new Failure(name + ": " + job.getState() + " (expected: a job that waits, PENDING)");
                }
            }
            return named;
        }
    }

    /**
     * Creates a listing of the selected jobs.
     *
     * @param places rows of {@code fair-share}
     * @throws Failure if a named job is unknown or does not wait
     */
    public PriorityListing(Collection<Job> all, Selection selection, Collection<FairShare> places, Style style) {
        this.style = style;
        this.jobs = WaitingJob.of(selection.of(all), places, style);
    }

    /** Returns the weight of each term of a style. */
    public static Report<?> weights(Style style) {
        return new Columns<Term>()
                .text("name", Term::name)
                .headed("TERM")
                .number("weight", Term::weight)
                .report(style.weights());
    }

    /** Returns the rows; with {@code isNormalised}, each term's factor without its weight. */
    public Report<?> report(boolean isNormalised) {
        Columns<WaitingJob> columns = new Columns<WaitingJob>()
                .text("job", WaitingJob::name)
                .text("user", row -> row.job().getUser())
                .text("bank", row -> row.job().getBank())
                .text("partition", row -> row.job().getPartition())
                .time("submitted", row -> row.job().getSubmitted())
                .unshown()
                .text("style", row -> style.name())
                .unshown()
                .number("priority", row -> row.priority().priority())
                .shownAs(row -> Long.toString(row.priority().priority()))
                .number("sum", row -> row.priority().sum())
                .unshown()
                .text("terms", row -> fields(row.priority().terms()))
                .unshown()
                .text(
                        "unknownTerms",
                        row -> row.evaluated().unknown().stream().sorted().toList())
                .unshown()
                .time(
                        "fairShareAsOf",
                        row -> row.place() == null ? null : row.place().getAsOf())
                .unshown();
        List<Term> terms = style.weights();
        for (int i = 0; i < terms.size(); i++) {
            int index = i;
            String name = terms.get(i).name();
            columns.add(
                            (isNormalised ? "factors." : "values.") + name,
                            isNormalised ? Format.FACTOR : Format.NUMBER,
                            row -> {
                                Term term = row.priority().terms().get(index);
                                return isNormalised ? term.factor() : term.value() + NO_SIGN;
                            })
                    .headed(name.toUpperCase(Locale.ROOT));
        }
        return columns.report(jobs);
    }

    private static List<Map<String, Object>> fields(List<Term> terms) {
        return terms.stream()
                .map(term -> {
                    Map<String, Object> fields = new LinkedHashMap<>();
                    fields.put("name", term.name());
                    fields.put("weight", term.weight());
                    fields.put("factor", term.factor());
                    fields.put("value", term.value());
                    return fields;
                })
                .toList();
    }

    /** Returns the assumptions made for unknown data of the jobs, a sentence each. */
    public List<String> notes() {
        Map<String, Integer> unknown = new TreeMap<>();
        jobs.forEach(row -> row.evaluated().unknown().forEach(name -> unknown.merge(name, 1, Integer::sum)));
        Map<String, String> assumptions = style.assumptions();
        List<String> notes = new ArrayList<>();
        if (!style.isWeighted()) {
            notes.add("no term has a weight, so every priority is that of a job without any"
                    + " (expected: such as --set job.priority.weights=fairshare=10000,age=1000)");
        }
        unknown.forEach((name, count) -> notes.add(String.format(
                Locale.ROOT, "%s of %,d %s: %s", name, count, count == 1 ? "job" : "jobs", assumptions.get(name))));
        return notes;
    }
}
