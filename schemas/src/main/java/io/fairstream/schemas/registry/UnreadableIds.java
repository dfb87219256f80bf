package io.fairstream.schemas.registry;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids for which there is no schema that can be read, so that the registry is asked once about each and not once a record. They are
 * forgotten after a minute: an id may be given to a schema later. Safe for several threads.
 */
final class UnreadableIds {
    static final Duration MEMORY = Duration.ofMinutes(1);
    /** Random bytes make new ids without end; 10,000 of them are about 3 MB. */
    static final int MOST = 10_000;

    private record Answer(int code, String text, long since) {}

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

    /**
     * Does nothing if the registry is to be asked.
     *
     * @throws RegistryException with what it answered a moment ago
     */
    void check(int id) {
        Answer answer = answer(id);
        if (answer != null) {
            throw new RegistryException(answer.code(), answer.text());
        }
    }

    private synchronized @Nullable Answer answer(int id) {
        Answer answer = answers.get(id);
        if (answer != null && nanos.getAsLong() - answer.since() > MEMORY.toNanos()) {
            answers.remove(id);
            return null;
        }
        return answer;
    }

    synchronized void remember(int id, RegistryException answer) {
        answers.remove(id);
        answers.put(id, new Answer(answer.code(), String.valueOf(answer.getMessage()), nanos.getAsLong()));
    }
}
