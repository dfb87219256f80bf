package io.fairstream.query.priority;

import io.fairstream.app.config.Settings.JobPriorities;
import io.fairstream.query.columns.Columns;
import io.fairstream.query.columns.Document;
import io.fairstream.query.columns.Format;
import io.fairstream.query.columns.Numbers;
import io.fairstream.query.columns.Report;
import io.fairstream.query.records.TopicReader;
import io.fairstream.schemas.Topics;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the scheduler's priorities of waiting jobs with ours.
 *
 * @param pairs jobs with a reported priority, in the scheduler's order
 * @param unknown number of waiting jobs without a reported one
 */
public record Shadow(List<Pair> pairs, long unknown) {
    /**
     * A job.
     *
     * @param theirRank 1 for the highest priority of all that are compared; equal ones share it
     */
    record Pair(String job, String user, String partition, double theirs, double ours, int theirRank, int ourRank) {
        /** Returns the difference of the ranks, positive if the job is later in our order. */
        int rankDifference() {
            return ourRank - theirRank;
        }
    }

    /** A waiting job with both priorities. */
    record Job(
            String name,
            String user,
            String partition,
            @Nullable Double theirs,
            double ours) {}

    /**
     * Reads and compares the priorities.
     *
     * @param settings for our priorities
     * @param until end of the waiting times
     */
    public static Document document(
            TopicReader reader, PriorityListing.Selection selection, JobPriorities settings, Instant until) {
        Style style = Style.of(settings, reader.latest(Topics.NODES), until);
        List<WaitingJob> waiting =
                WaitingJob.of(selection.of(reader.latest(Topics.JOBS)), reader.latest(Topics.FAIR_SHARE), style);
        return of(waiting.stream()
                        .map(job -> new Job(
                                job.name(),
                                job.job().getUser(),
                                job.job().getPartition(),
                                job.job().getPriority(),
                                job.priority().priority()))
                        .toList())
                .document();
    }

    static Shadow of(List<Job> waiting) {
        List<Job> jobs = waiting.stream().filter(job -> job.theirs() != null).toList();
        double[] theirs = jobs.stream().mapToDouble(Shadow::theirs).toArray();
        double[] ours = jobs.stream().mapToDouble(Job::ours).toArray();
        int[] theirRanks = ranks(theirs);
        int[] ourRanks = ranks(ours);
        List<Pair> pairs = IntStream.range(0, jobs.size())
                .mapToObj(i -> pair(jobs.get(i), theirRanks[i], ourRanks[i]))
                .sorted(Comparator.comparingInt(Pair::theirRank)
                        .thenComparingInt(Pair::ourRank)
                        .thenComparing(Pair::job))
                .toList();
        return new Shadow(pairs, waiting.size() - jobs.size());
    }

    private static double theirs(Job job) {
        return job.theirs() == null ? 0 : job.theirs();
    }

    private static Pair pair(Job job, int theirRank, int ourRank) {
        return new Pair(job.name(), job.user(), job.partition(), theirs(job), job.ours(), theirRank, ourRank);
    }

    /** Returns the ranks: one plus the number of higher priorities. */
    private static int[] ranks(double[] priorities) {
        double[] sorted = priorities.clone();
        Arrays.sort(sorted);
        return Arrays.stream(priorities)
                .mapToInt(priority -> sorted.length - below(sorted, Math.nextUp(priority)) + 1)
                .toArray();
    }

    /** Returns the number of sorted values that are below a value. */
    private static int below(double[] sorted, double value) {
        int from = 0;
        int to = sorted.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (sorted[middle] < value) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }

    /**
     * Spearman's rho: Pearson's correlation of the ranks, where equal priorities share the mean of their ranks,
     * {@code ρ = Σ(x-x̄)(y-ȳ) / √(Σ(x-x̄)²·Σ(y-ȳ)²)}. 1 is the same order, -1 the opposite one.
     *
     * @return null if there is no order: for fewer than two jobs, or if all priorities of one side are equal
     */
    @Nullable
    Double rho() {
        double[] theirs = means(pairs.stream().mapToInt(Pair::theirRank).toArray());
        double[] ours = means(pairs.stream().mapToInt(Pair::ourRank).toArray());
        double mean = (pairs.size() + 1) / 2.0;
        double both = 0;
        double ofTheirs = 0;
        double ofOurs = 0;
        for (int i = 0; i < theirs.length; i++) {
            both += (theirs[i] - mean) * (ours[i] - mean);
            ofTheirs += (theirs[i] - mean) * (theirs[i] - mean);
            ofOurs += (ours[i] - mean) * (ours[i] - mean);
        }
        return ofTheirs == 0 || ofOurs == 0 ? null : (Double) (both / Math.sqrt(ofTheirs * ofOurs));
    }

    /** Returns the ranks; equal ones get the mean: two of rank 3 occupy 3 and 4, so both get 3.5. */
    private static double[] means(int[] ranks) {
        int[] count = new int[ranks.length + 2];
        for (int rank : ranks) {
            count[rank]++;
        }
        return Arrays.stream(ranks)
                .mapToDouble(rank -> rank + (count[rank] - 1) / 2.0)
                .toArray();
    }

    private double meanDifference() {
        return pairs.stream()
                .mapToInt(pair -> Math.abs(pair.rankDifference()))
                .average()
                .orElse(0);
    }

    private int largestDifference() {
        return pairs.stream()
                .mapToInt(pair -> Math.abs(pair.rankDifference()))
                .max()
                .orElse(0);
    }

    Document document() {
        Document document = Document.of(new Columns<Pair>()
                        .text("job", Pair::job)
                        .text("user", Pair::user)
                        .text("partition", Pair::partition)
                        .number("theirs", Pair::theirs)
                        .number("ours", Pair::ours)
                        .add("theirRank", Format.WHOLE, Pair::theirRank)
                        .add("ourRank", Format.WHOLE, Pair::ourRank)
                        .add("rankDifference", Format.WHOLE, Pair::rankDifference)
                        .report(pairs)
                        .as("job"))
                .with(sum());
        Double rho = rho();
        document.say(String.format(
                Locale.ROOT,
                "%,d jobs: Spearman's rho %s (1: the same order, 0: unrelated, -1: reversed); ranks differ by %s in the mean,"
                        + " %,d at most",
                pairs.size(),
                rho == null ? "unknown" : String.format(Locale.ROOT, "%.3f", rho),
                Numbers.number(meanDifference()),
                largestDifference()));
        return unknown == 0
                ? document
                : document.warn((unknown == 1 ? "1 job waits" : String.format(Locale.ROOT, "%,d jobs wait", unknown))
                        + " without a priority of the scheduler");
    }

    private Report<?> sum() {
        return new Columns<Shadow>()
                .add("jobs", Format.WHOLE, it -> it.pairs().size())
                .add("withoutTheirs", Format.WHOLE, Shadow::unknown)
                .text("rho", Shadow::rho)
                .number("meanAbsoluteRankDifference", Shadow::meanDifference)
                .add("largestAbsoluteRankDifference", Format.WHOLE, Shadow::largestDifference)
                .report(List.of(this))
                .as("sum")
                .forPrograms();
    }
}
