package io.fairstream.query.records;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.client.InputTopic;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputTopicTest {
    @ParameterizedTest
    @CsvSource({"matches, false", "job-events, false", "account-edits, true", "shares, true", "preferences, true"})
    void decisionsAreToldFromWhatHappened(String name, boolean isDecision) {
        assertEquals(isDecision, InputTopic.named(name).orElseThrow().isDecision());
    }

    @Test
    void allHaveNames() {
        List<String> names =
                InputTopic.ALL.stream().map(input -> input.topic().name()).toList();
        names.forEach(name -> assertTrue(InputTopic.named(name).isPresent(), name));
        assertEquals(9, names.size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "priorities | \"priorities\", which the topology writes (expected: one of matches,",
                "match      | \"match\" (expected: one of matches,"
            })
    void anotherNameIsRefusedWithThoseThereAre(String name, String refusal) {
        assertTrue(InputTopic.refusal(name).startsWith(refusal), InputTopic.refusal(name));
    }
}
