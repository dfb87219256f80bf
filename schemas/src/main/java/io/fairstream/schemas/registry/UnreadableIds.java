package io.fairstream.schemas.registry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids for which a registry has answered that there is no schema that can be read, so that it is asked once for many records.
 *
 * <p>A schema is registered before a record is written with its id. So an answer holds for all records that were read before the
 * question, and for no later one: the id may have been given to a schema in between. {@link #recordsWereRead} begins a new time. Who
 * never calls it hears an answer again for a {@linkplain #MEMORY short time}. Nothing is concluded from the order of ids: they ascend,
 * but imported ones and those of a replica that is late do not. Safe for several threads.
 */
final class UnreadableIds {
    static final Duration MEMORY = Duration.ofSeconds(1);
    /** Random bytes make new ids without end; 10,000 of them are about 3 MB. */
    static final int MOST = 10_000;

    private static final AtomicLong READS = new AtomicLong();

    private record Answer(int code, String text, Asked asked) {}

    /**
     * The moment of a question.
     *
     * @param reads how often records had been read in this process
     */
    record Asked(long nanos, long reads) {}

    private final LongSupplier nanos;
    private final Map<Integer, Answer> answers = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Answer> eldest) {
            return size() > MOST;
        }
    };

    UnreadableIds(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Makes all answers in this process those to earlier records. */
    static void recordsWereRead() {
        READS.incrementAndGet();
    }

    /**
     * Begins a question if there is no answer that holds.
     *
     * @throws RegistryException with the answer that holds
     */
    Asked ask(int id) {
        Asked now = new Asked(nanos.getAsLong(), READS.get());
        Answer answer = answer(id, now);
        if (answer != null) {
            throw new RegistryException(answer.code(), answer.text());
        }
        return now;
    }

    private synchronized @Nullable Answer answer(int id, Asked now) {
        Answer answer = answers.get(id);
        boolean isOld = answer != null
                && (answer.asked().reads() != now.reads()
                        || now.nanos() - answer.asked().nanos() > MEMORY.toNanos());
        if (isOld) {
            answers.remove(id);
        }
        return isOld ? null : answer;
    }

    synchronized void remember(int id, RegistryException answer, Asked asked) {
        answers.remove(id);
        answers.put(id, new Answer(answer.code(), String.valueOf(answer.getMessage()), asked));
    }
}
