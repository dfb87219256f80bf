package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resources in Slurm's spelling. */
class ResourcesTest {
    /** Memory for a job of 12 CPUs on 3 nodes; MiB. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        4000Mc        | 48000  | per CPU
        48000Mn       | 144000 | per node
        62.50G        | 64000  | in all, as since 21.08
        62.50Gn       | 192000 | a fraction
        1T            | 1048576 | tera
        100K          | 1      | less than a MiB is one
        4000          | 4000   | no unit is MiB
        2147486448Mn  | -      | the mark of a request per CPU printed as part of the number
        18446744073709551614 | - | no value
        0n            | -      | all memory of the node
        ''            | -      | not told
        ?             | -      | garbage
        """)
    void readsMemory(String text, @Nullable Long mebibytes, String why) {
        OptionalLong expected = mebibytes == null ? OptionalLong.empty() : OptionalLong.of(mebibytes);
        assertEquals(expected, Memory.mebibytes(text, 12, 3), why);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", delimiter = '|', textBlock = """
        1234K         | 1234    | as sacct prints most amounts
        12M           | 12288   | a unit above
        1.5G          | 1572864 | with decimals
        0             | 0       | of what was never sampled
        1025          | 2       | bytes, rounded up
        4Gn           | -       | a request per node is no amount
        lots          | -       | nor is this
        99999999999999999999P | - | nor what no machine has
        """)
    void readsMemoryThatWasUsed(String text, @Nullable Long kibibytes, String why) {
        OptionalLong expected = kibibytes == null ? OptionalLong.empty() : OptionalLong.of(kibibytes);
        assertEquals(expected, Memory.kibibytes(text), why);
    }

    @Test
    void memoryPerCpuOfNoCpusIsUnknown() {
        assertEquals(OptionalLong.empty(), Memory.mebibytes("4000Mc", 0, 1));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
        cpu=12,mem=48000M,node=1,billing=12               | 12 | 1 | 48000 | -
        billing=28,cpu=24,gres/gpu:a100=1,gres/gpu=1,mem=256G,node=1 | 24 | 1 | 262144 | 1
        cpu=8,gres/gpu:a100=2,gres/gpu:t4=1               | 8  | - | -     | 3
        cpu=18446744073709551614,node=x,=,mem             | -  | - | -     | -
        ''                                                | -  | - | -     | -
        """)
    void readsTrackableResources(
            String text,
            @Nullable Integer cpus,
            @Nullable Integer nodes,
            @Nullable Long memory,
            @Nullable Integer gpus) {
        assertEquals(new Resources(cpus, nodes, memory, gpus), Resources.parse(text));
    }
}
