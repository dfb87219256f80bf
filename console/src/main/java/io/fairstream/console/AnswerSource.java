package io.fairstream.console;

import io.fairstream.console.Answers.Asked;
import io.fairstream.console.Answers.Worked;
import java.util.Optional;

/** Where answers come from. Several may be asked at a time. */
interface AnswerSource {
    /** Works it out. */
    Worked answer(Asked asked);

    /** Whether something has changed of what the reply was made of. */
    boolean isStale(Worked worked);

    /** Why nothing can be answered now, if that is known without any work. */
    Optional<Reply> unavailable();
}
