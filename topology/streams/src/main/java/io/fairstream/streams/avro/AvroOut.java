package io.fairstream.streams.avro;

import io.fairstream.rules.BinaryOut;
import org.apache.kafka.common.errors.SerializationException;

/** Writer of Avro's binary encoding of one record after another. */
public class AvroOut extends BinaryOut {
    private static final ThreadLocal<AvroOut> OF_THREAD = ThreadLocal.withInitial(AvroOut::new);

    /** Returns the calling thread's own buffer, empty. */
    public static AvroOut ofThread() {
        AvroOut out = OF_THREAD.get();
        out.reset();
        return out;
    }

    /** Refusal to write a row that holds NaN or infinity: a reader's sums would become NaN for good, and JSON cannot represent it. */
    public static final class NotFiniteException extends SerializationException {
        private static final long serialVersionUID = 1L;

        NotFiniteException(String topic) {
            super(topic + ": a number that is not finite (expected: finite numbers only)");
        }

        static void check(String topic, AvroOut out) {
            if (!out.isFinite()) {
                throw new NotFiniteException(topic);
            }
        }
    }
}
