package io.fairstream.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.schemas.registry.SchemaRegistry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class RegistryWaitTest {
    private final AtomicInteger questions = new AtomicInteger();

    private Runnable onSecond = () -> {};

    @Test
    void itEndsWhenTheRegistryAnswersAndIsOverWhenTheInstanceRuns() {
        RegistryWait wait = new RegistryWait(registry(true), System::nanoTime);
        assertEquals(Optional.empty(), wait.reason());
        assertTrue(wait.await("no answer"));
        assertEquals(3, questions.get());
        assertEquals(Optional.of("no answer"), wait.reason());
        wait.isOver();
        assertEquals(Optional.empty(), wait.reason());
    }

    @Test
    void anInstanceThatIsClosedWaitsNoLonger() {
        RegistryWait wait = new RegistryWait(registry(false), System::nanoTime);
        onSecond = wait::close;
        assertFalse(wait.await("no answer"));
        assertFalse(wait.await("no answer"));
        assertEquals(2, questions.get());
    }

    /** It answers from the third question on, or never. */
    private SchemaRegistry registry(boolean isBack) {
        return new SchemaRegistry() {
            @Override
            public boolean answers() {
                if (questions.incrementAndGet() == 2) {
                    onSecond.run();
                }
                return questions.get() >= 3 && isBack;
            }

            @Override
            public int register(String subject, Schema schema) {
                throw new UnsupportedOperationException();
            }

            @Override
            public int lookup(String subject, Schema schema) {
                throw new UnsupportedOperationException();
            }

            @Override
            public Schema byId(int id) {
                throw new UnsupportedOperationException();
            }

            @Override
            public boolean compatible(String subject, Schema schema) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
