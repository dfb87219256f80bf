package io.fairstream.streams.priority;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.rules.priority.FactorRules;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class PriorityStageTest {
    /** A component that is not part of the digest could change, and rows would stay as they were. */
    @Test
    void rowsAreMigratedWhenAnyFactorChanges() {
        assertEquals(components(FactorRules.class), components(PriorityStage.Configuration.class));
    }

    private static List<String> components(Class<?> record) {
        return Arrays.stream(record.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }
}
