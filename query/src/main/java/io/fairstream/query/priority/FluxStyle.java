package io.fairstream.query.priority;

import io.fairstream.app.config.Settings.JobPriorities;
import io.fairstream.query.priority.MultifactorPriority.FluxPriority;
import io.fairstream.query.priority.MultifactorPriority.Term;
import io.fairstream.schemas.Job;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Priority of flux-accounting. A job without a reported urgency has the default one. */
final class FluxStyle implements Style {
    private final JobPriorities settings;
    private final FluxPriority weights;

    FluxStyle(JobPriorities settings) {
        this.settings = settings;
        FluxPriority usual = FluxPriority.DEFAULT;
        Map<String, Double> own = settings.weights();
        this.weights = new FluxPriority(
                own.getOrDefault("fairshare", usual.fairShare()),
                own.getOrDefault("queue", usual.queue()),
                own.getOrDefault("bank", usual.bank()),
                own.getOrDefault("urgency", usual.urgency()));
    }

    @Override
    public String name() {
        return "flux";
    }

    @Override
    public Evaluated evaluate(Job job, @Nullable Double fairShare) {
        Set<String> unknown = new TreeSet<>();
        Integer urgency = job.getUrgency();
        if (urgency == null && weights.urgency() != 0) {
            unknown.add("urgency");
        }
        if (fairShare == null && weights.fairShare() != 0) {
            unknown.add("fairshare");
        }
        return new Evaluated(
                weights.of(
                        fairShare == null ? 0 : fairShare,
                        settings.queues().getOrDefault(job.getPartition(), 0.0),
                        settings.banks().getOrDefault(job.getBank(), 0.0),
                        urgency == null ? FluxPriority.USUAL : urgency),
                unknown);
    }

    @Override
    public List<Term> weights() {
        return weights.of(0, 0, 0, FluxPriority.USUAL).terms();
    }

    @Override
    public boolean isWeighted() {
        return weights().stream().anyMatch(term -> term.weight() != 0);
    }

    @Override
    public Map<String, String> assumptions() {
        return Map.of(
                "urgency", "unknown, assumed " + FluxPriority.USUAL, "fairshare", "no row in fair-share, counted as 0");
    }
}
