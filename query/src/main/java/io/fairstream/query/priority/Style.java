package io.fairstream.query.priority;

import io.fairstream.app.config.Settings.JobPriorities;
import io.fairstream.schemas.Job;
import io.fairstream.schemas.Node;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Multi-factor priority of a scheduler. */
public sealed interface Style permits FluxStyle, SlurmStyle {
    /**
     * Returns the style named in the settings.
     *
     * @param nodes all known nodes
     * @param at end of the waiting times
     */
    static Style of(JobPriorities settings, Collection<Node> nodes, Instant at) {
        return settings.style().equals("flux") ? new FluxStyle(settings) : new SlurmStyle(settings, nodes, at);
    }

    /** Returns the name in the settings. */
    String name();

    /**
     * Priority of a job.
     *
     * @param priority with all terms, including unknown ones
     * @param unknown names of weighted terms that lack data
     */
    record Evaluated(MultifactorPriority priority, Set<String> unknown) {
        public Evaluated {
            unknown = Set.copyOf(unknown);
        }
    }

    /**
     * Returns the priority of a waiting job.
     *
     * @param fairShare factor of its association; null if it has none
     */
    Evaluated evaluate(Job job, @Nullable Double fairShare);

    /** Returns the terms of a job without data. */
    List<MultifactorPriority.Term> weights();

    /** Returns true if the settings give some term a weight. */
    boolean isWeighted();

    /** Returns the assumptions about unknown terms, by name. */
    Map<String, String> assumptions();
}
