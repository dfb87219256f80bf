package io.fairstream.streams.app;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.schemas.Charge;
import io.fairstream.schemas.ChargeBlock;
import io.fairstream.schemas.registry.InMemorySchemaRegistry;
import io.fairstream.streams.config.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A journal of single charges, as builds wrote it before there were blocks. */
class JournalFormatTest {
    private static final String SUBJECT = "fairstream.charges-value";

    private final InMemorySchemaRegistry registry = new InMemorySchemaRegistry();
    private final Settings settings = Settings.parse(Map.of());

    @Test
    void anEmptyJournalAndOneOfBlocksAreFine() {
        assertDoesNotThrow(() -> JournalFormat.require(settings, registry));
        registry.register(SUBJECT, ChargeBlock.getClassSchema());
        assertDoesNotThrow(() -> JournalFormat.require(settings, registry));
    }

    @Test
    void oneOfSingleChargesIsRefusedWithWhatToDo() {
        registry.register(SUBJECT, Charge.getClassSchema());
        assertEquals(
                "fairstream.charges: holds single charges of a build before 0.1.0 (expected: blocks,"
                        + " io.fairstream.schemas.ChargeBlock; start anew under another topic.prefix and application.id,"
                        + " and replay the events)",
                assertThrows(TopicsUnfitException.class, () -> JournalFormat.require(settings, registry))
                        .getMessage());
    }
}
