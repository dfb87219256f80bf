package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.util.Optional;

/** Source of answers. Safe for several threads. */
interface AnswerSource {
    /** Computes the answer. */
    Worked answer(Asked asked);

    /** Returns true if any data from which the reply was made has changed. */
    boolean isStale(Worked worked);

    /** Reply that explains why no answer is possible now; empty if that is unknown without computing one. */
    Optional<Reply> unavailable();
}
