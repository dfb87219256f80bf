package io.fairstream.steering.live;

import io.fairstream.steering.Answer;
import io.fairstream.steering.Reading;
import io.fairstream.steering.plan.Plan;
import java.util.List;

/**
 * Record of one steering cycle.
 *
 * @param reading what the scheduler said before
 * @param plan what was to be sent; while the scheduler is not to be steered, what puts back what was set before
 * @param answers to what was sent, in the order of the plan; fewer if the time was over, or the scheduler could not be reached
 * @param postponed how many edits of the plan wait for the next time, as the time was over
 * @param failure why the scheduler could not be reached, in one line; empty if it could
 * @param kept by name, what was not put back because somebody else has set it since
 */
public record Cycle(
        Reading reading, Plan plan, List<Answer> answers, int postponed, String failure, List<String> kept) {
    public Cycle {
        answers = List.copyOf(answers);
        kept = List.copyOf(kept);
    }

    /** Edits that the scheduler did not take, although there was something to be edited. */
    public long refused() {
        return answers.stream()
                .filter(answer -> !answer.accepted() && !answer.isGone())
                .count();
    }

    public long accepted() {
        return answers.stream().filter(Answer::accepted).count();
    }
}
