package io.fairstream.reports.priority;

import io.fairstream.rules.share.MultifactorPriority;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Node;
import io.fairstream.streams.config.Settings.JobPriorities;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whose multi-factor priority it is. */
public sealed interface Style permits FluxStyle, SlurmStyle {
    /**
     * The one that the settings name.
     *
     * @param nodes all that are known
     * @param at until when jobs have waited
     */
    static Style of(JobPriorities settings, Collection<Node> nodes, Instant at) {
        return settings.style().equals("flux") ? new FluxStyle(settings) : new SlurmStyle(settings, nodes, at);
    }

    /** As the settings name it. */
    String name();

    /**
     * A job's priority.
     *
     * @param priority with every term, also those that are not known
     * @param unknown names of terms of which it is not known what they need, and that would count otherwise
     */
    record Evaluated(MultifactorPriority priority, Set<String> unknown) {
        public Evaluated {
            unknown = Set.copyOf(unknown);
        }
    }

    /**
     * The priority of a waiting job.
     *
     * @param fairShare factor of its association; null when it has no place
     */
    Evaluated evaluate(Job job, @Nullable Double fairShare);

    /** The terms of a job of which nothing is known. */
    List<MultifactorPriority.Term> weights();

    /** Returns true if the settings give some term a weight. */
    boolean isWeighted();

    /** Returns the assumptions about unknown terms, by name. */
    Map<String, String> assumptions();
}
