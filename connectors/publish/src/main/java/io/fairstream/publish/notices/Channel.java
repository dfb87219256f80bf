package io.fairstream.publish.notices;

import java.time.Duration;

/** Way of delivery to all recipients of one kind. */
public interface Channel extends AutoCloseable {
    /** Result of an attempt. */
    sealed interface Attempt {
        /** The recipient has it. */
        record Delivered() implements Attempt {}

        /** The recipient will never accept it. */
        record Refused(String reason) implements Attempt {}

        /**
         * It may succeed later.
         *
         * @param isOfAll true if the way to all recipients of the kind is blocked
         * @param atLeast the shortest wait that the recipient asks for
         */
        record Failed(String reason, boolean isOfAll, Duration atLeast) implements Attempt {
            static Failed ofRecipient(String reason) {
                return new Failed(reason, false, Duration.ZERO);
            }

            static Failed ofAll(String reason) {
                return new Failed(reason, true, Duration.ZERO);
            }
        }
    }

    /** Attempts a delivery, for a limited time. */
    Attempt attempt(Delivery delivery) throws InterruptedException;

    /** Ends what is kept open between attempts, as no other follows for now. */
    @Override
    default void close() {}
}
