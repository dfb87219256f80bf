package io.fairstream.streams.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fairstream.streams.runtime.StageInput.Partitioning;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One of the tasks counts a record that all tasks get. */
class InputsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8, 32})
    void everyKeyBelongsToTheOneTaskToWhichAJavaClientWouldSendIt(int partitions) {
        Partitioning inputs = new Partitioning(partitions, true, null);
        for (String key : List.of("", "einstein", "rosetta", "Zoë O'Brien", "用户🦉", "x".repeat(128))) {
            int sent = Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % partitions;
            assertEquals(
                    List.of(sent),
                    IntStream.range(0, partitions)
                            .filter(task -> inputs.isHere(key, task))
                            .boxed()
                            .toList());
        }
    }
}
