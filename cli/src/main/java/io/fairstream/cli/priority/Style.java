package io.fairstream.cli.priority;

import io.fairstream.rules.share.MultifactorPriority;
import io.fairstream.schemas.Job;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Whose multi-factor priority it is. */
interface Style {
    /**
     * A job's priority.
     *
     * @param priority with every term, also those that are not known
     * @param untold names of terms that nobody told what they need, and that would count otherwise
     */
    record Judged(MultifactorPriority priority, Set<String> untold) {
        public Judged {
            untold = Set.copyOf(untold);
        }
    }

    /**
     * The priority of a waiting job.
     *
     * @param fairShare factor of its association; null when it has no place
     */
    Judged judge(Job job, @Nullable Double fairShare);

    /** The terms of a job of which nothing is known. */
    List<MultifactorPriority.Term> weights();

    /** What becomes of terms that are not told, by name. */
    Map<String, String> assumptions();
}
