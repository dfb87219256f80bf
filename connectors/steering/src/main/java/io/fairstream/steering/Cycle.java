package io.fairstream.steering;

import java.util.List;

/**
 * Result of one steering cycle.
 *
 * @param reading the scheduler's data before the edits
 * @param plan edits of the cycle; while steering is paused, those that restore previous values
 * @param answers responses, in the order of the plan; fewer at the deadline, or if the scheduler could not be reached
 * @param postponed number of edits postponed to the next cycle because of the deadline
 * @param failure reason why the scheduler could not be reached, in one line; empty if it could
 * @param kept by name, values not restored because someone else has changed them since
 */
public record Cycle(
        Reading reading, Plan plan, List<Answer> answers, int postponed, String failure, List<String> kept) {
    public Cycle {
        answers = List.copyOf(answers);
        kept = List.copyOf(kept);
    }

    /** Returns the number of edits that the scheduler rejected although their targets exist. */
    public long refused() {
        return answers.stream()
                .filter(answer -> !answer.accepted() && !answer.isGone())
                .count();
    }

    public long accepted() {
        return answers.stream().filter(Answer::accepted).count();
    }
}
