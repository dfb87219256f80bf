package io.fairstream.schemas;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.apache.avro.util.ClassSecurityValidator;
import org.junit.jupiter.api.Test;

class GeneratedRecordsTest {
    @Test
    void areAllowedAndNothingElseIs() {
        GeneratedRecords.allow();

        assertDoesNotThrow(() -> ClassSecurityValidator.validate(MatchEvent.class));
        assertDoesNotThrow(() -> ClassSecurityValidator.validate(LeaseKind.class));
        assertDoesNotThrow(() -> ClassSecurityValidator.validate(String.class));
        assertThrows(SecurityException.class, () -> ClassSecurityValidator.validate(ProcessBuilder.class));
    }
}
