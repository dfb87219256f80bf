package io.fairstream.cli.priority;

import io.fairstream.rules.share.MultifactorPriority.Term;
import io.fairstream.rules.share.SlurmPriority;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Node;
import io.fairstream.streams.config.Settings.JobPriorities;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Slurm's. A job's age counts from its submission, since no event says when it became eligible, or
 * from when it came to wait if nobody says that either; its size is its part of the
 * nodes and processors that agents tell of. No event says a job's QOS, nice value, association factor or site factor: they
 * are 0, and have no weight here.
 */
final class SlurmStyle implements Style {
    private final JobPriorities settings;
    private final SlurmPriority weights;
    private final Collection<Node> nodes;
    private final Instant at;

    /**
     * Of one instant.
     *
     * @param nodes all that are known
     */
    SlurmStyle(JobPriorities settings, Collection<Node> nodes, Instant at) {
        this.settings = settings;
        this.nodes = nodes;
        this.at = at;
        Map<String, Double> own = settings.weights();
        this.weights = new SlurmPriority(
                own.getOrDefault("age", 0.0),
                settings.maxAge(),
                0,
                own.getOrDefault("fairshare", 0.0),
                own.getOrDefault("jobsize", 0.0),
                own.getOrDefault("partition", 0.0),
                0,
                Map.of());
    }

    @Override
    public Judged judge(Job job, @Nullable Double fairShare) {
        Instant submitted = job.getSubmitted();
        Double size = size(job);
        Set<String> untold = new TreeSet<>();
        if (fairShare == null && weights.fairShare() != 0) {
            untold.add("fairshare");
        }
        if (size == null && weights.jobSize() != 0) {
            untold.add("jobsize");
        }
        SlurmPriority.Job known = new SlurmPriority.Job(
                Duration.between(submitted == null ? job.getSince() : submitted, at),
                0,
                fairShare == null ? 0 : fairShare,
                size == null ? 0 : size,
                partition(job.getPartition()),
                0,
                Map.of(),
                0,
                0);
        return new Judged(weights.of(known), untold);
    }

    private double partition(String name) {
        double largest = settings.queues().values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return largest <= 0 ? 0 : settings.queues().getOrDefault(name, 0.0) / largest;
    }

    private @Nullable Double size(Job job) {
        long processors = nodes.stream()
                .filter(node -> node.getCluster().equals(job.getCluster()))
                .mapToLong(Node::getProcessors)
                .sum();
        long count = nodes.stream()
                .filter(node -> node.getCluster().equals(job.getCluster()))
                .count();
        Integer ofNodes = job.getNodes();
        Integer ofProcessors = job.getProcessors();
        return count == 0 || ofNodes == null || ofProcessors == null
                ? null
                : (Double) SlurmPriority.largeSize(
                        ofNodes, Math.toIntExact(count), ofProcessors, Math.toIntExact(processors));
    }

    @Override
    public List<Term> weights() {
        return weights.of(new SlurmPriority.Job(Duration.ZERO, 0, 0, 0, 0, 0, Map.of(), 0, 0))
                .terms();
    }

    @Override
    public Map<String, String> assumptions() {
        return Map.of(
                "fairshare", "no place in fair-share, counted as 0",
                "jobsize", "nodes or processors of the job or of its cluster are not known, counted as 0");
    }
}
