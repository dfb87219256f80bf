package io.fairstream.query.priority;

import io.fairstream.app.config.Settings.JobPriorities;
import io.fairstream.query.priority.MultifactorPriority.SlurmPriority;
import io.fairstream.query.priority.MultifactorPriority.Term;
import io.fairstream.rules.AllocatedResources.Tres;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Priority of Slurm. A job's age counts from its submission, since no event contains the time at which it became
 * eligible; without a submission time it counts from the begin of waiting. Its size is relative to the nodes and
 * processors reported by agents; so are its trackable resources unless the settings contain totals. Nice value,
 * association factor and site factor are in no event: they are 0, and have no weight here.
 */
final class SlurmStyle implements Style {
    private final JobPriorities settings;
    private final SlurmPriority weights;
    private final Collection<Node> nodes;
    private final Instant at;

    /**
     * Creates the style for one instant.
     *
     * @param nodes all known nodes
     */
    SlurmStyle(JobPriorities settings, Collection<Node> nodes, Instant at) {
        this.settings = settings;
        this.nodes = nodes;
        this.at = at;
        Map<String, Double> own = settings.weights();
        Map<String, Double> tres = new HashMap<>();
        own.forEach((name, weight) -> {
            if (name.startsWith(JobPriorities.TRES)) {
                tres.put(name.substring(JobPriorities.TRES.length()), weight);
            }
        });
        this.weights = new SlurmPriority(
                own.getOrDefault("age", 0.0),
                settings.maxAge(),
                0,
                own.getOrDefault("fairshare", 0.0),
                own.getOrDefault("jobsize", 0.0),
                own.getOrDefault("partition", 0.0),
                own.getOrDefault("qos", 0.0),
                tres);
    }

    @Override
    public String name() {
        return "slurm";
    }

    @Override
    public Evaluated evaluate(Job job, @Nullable Double fairShare) {
        Instant submitted = job.getSubmitted();
        Double size = size(job);
        Set<String> unknown = new TreeSet<>();
        if (fairShare == null && weights.fairShare() != 0) {
            unknown.add("fairshare");
        }
        if (size == null && weights.jobSize() != 0) {
            unknown.add("jobsize");
        }
        if (job.getQos().isEmpty() && weights.qos() != 0) {
            unknown.add("qos");
        }
        SlurmPriority.Job known = new SlurmPriority.Job(
                Duration.between(submitted == null ? job.getSince() : submitted, at),
                0,
                fairShare == null ? 0 : fairShare,
                size == null ? 0 : size,
                ofLargest(job.getPartition(), settings.queues()),
                ofLargest(job.getQos(), settings.qos()),
                tres(job, unknown),
                0,
                0);
        return new Evaluated(weights.of(known), unknown);
    }

    /** Returns the priority configured for the name, relative to the largest one. */
    private static double ofLargest(String name, Map<String, Double> priorities) {
        double largest = priorities.values().stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        return largest <= 0 ? 0 : priorities.getOrDefault(name, 0.0) / largest;
    }

    /**
     * Returns the job's request for each weighted trackable resource, relative to the total; adds the names of
     * resources with unknown totals.
     */
    private Map<String, Double> tres(Job job, Set<String> unknown) {
        Tres asked = Tres.parse(job.getTres());
        Map<String, Double> parts = new HashMap<>();
        weights.tres().forEach((name, weight) -> {
            double all = settings.tres().getOrDefault(name, reported(job.getCluster(), name));
            if (!asked.isEmpty() && all > 0) {
                parts.put(name, asked.get(name) / all);
            } else if (weight != 0) {
                unknown.add(JobPriorities.TRES + name);
            }
        });
        return parts;
    }

    /** Returns the amount of a trackable resource reported by the agents of a cluster; 0 if none. */
    private double reported(String cluster, String tres) {
        return nodes.stream()
                .filter(node -> node.getCluster().equals(cluster))
                .mapToLong(node -> switch (tres) {
                    case Tres.CPU -> node.getProcessors();
                    case Tres.NODE -> 1;
                    default -> 0;
                })
                .sum();
    }

    private @Nullable Double size(Job job) {
        double processors = reported(job.getCluster(), Tres.CPU);
        double count = reported(job.getCluster(), Tres.NODE);
        Integer ofNodes = job.getNodes();
        Integer ofProcessors = job.getProcessors();
        return count == 0 || ofNodes == null || ofProcessors == null
                ? null
                : (Double) SlurmPriority.largeSize(ofNodes, (int) count, ofProcessors, (int) processors);
    }

    @Override
    public List<Term> weights() {
        return weights.of(new SlurmPriority.Job(Duration.ZERO, 0, 0, 0, 0, 0, Map.of(), 0, 0))
                .terms();
    }

    @Override
    public boolean isWeighted() {
        return settings.weights().values().stream().anyMatch(weight -> weight != 0);
    }

    @Override
    public Map<String, String> assumptions() {
        Map<String, String> assumptions = new HashMap<>(Map.of(
                "fairshare", "no row in fair-share, counted as 0",
                "jobsize", "nodes or processors of the job or its cluster are unknown, counted as 0",
                "qos", "unknown, counted as 0"));
        weights.tres()
                .keySet()
                .forEach(name -> assumptions.put(
                        JobPriorities.TRES + name,
                        "the request of the job or the total (job.priority.tres) is unknown, counted as 0"));
        return assumptions;
    }
}
