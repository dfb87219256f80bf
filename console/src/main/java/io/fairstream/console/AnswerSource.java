package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.util.Optional;

/** Where answers come from. Several may be asked at a time. */
interface AnswerSource {
    /** Works it out. */
    Worked answer(Asked asked);

    /** Returns true if any data from which the reply was made has changed. */
    boolean isStale(Worked worked);

    /** Why nothing can be answered now, if that is known without any work. */
    Optional<Reply> unavailable();
}
