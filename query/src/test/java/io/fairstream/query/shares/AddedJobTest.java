package io.fairstream.query.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddedJobTest {
    @Test
    void isReadAsItIsWrittenOnACommandLine() {
        AddedJob job = AddedJob.parse("nodes=64, hours=1.5,user=alice,bank=root/physics,cpus=128,gpus=2");
        assertEquals("alice", job.user());
        assertEquals("root/physics", job.bank());
        assertEquals(Duration.ofMinutes(90), job.time());
        assertEquals(128, job.held().processors());
        assertEquals(64, job.held().nodes());
        assertEquals(2, job.held().gpus());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"512, 512", "512M, 512", "2G, 2048", "1t, 1048576", "2048K, 2"})
    void memoryIsInMebibytesOrInItsUnit(String text, long expected) {
        assertEquals(
                expected,
                AddedJob.parse("hours=1,user=a,bank=b,mem=" + text).held().memoryMiB());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            value = {
                "hours=1,user=a          | bank: missing",
                "hours=1,bank=b          | user: missing",
                "user=a,bank=b           | hours: missing",
                "hours=0,user=a,bank=b   | hours: 0 (expected: a number above 0)",
                "hours=-1,user=a,bank=b  | hours: -1 (expected: a number above 0)",
                "hours=1,user=a,bank=b,nodes=many | nodes: many (expected: a whole number)",
                "hours=1,user=a,bank=b,mem=1X     | mem: 1X (expected: MiB",
                "hours=1,hours=2,user=a,bank=b    | \"hours=2\" (expected: such as nodes=64",
                "days=1                  | \"days=1\" (expected: such as nodes=64",
            })
    void whatIsNoJobIsRefused(String text, String expected) {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> AddedJob.parse(text));
        assertTrue(String.valueOf(refusal.getMessage()).startsWith(expected), refusal.getMessage());
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"2, 2 shares", "1, 1 share", "0.5, 0.50 shares", "parent, its parent's shares"})
    void sharesAreReadAndSaid(String text, String expected) {
        assertEquals(expected, RawShares.parse(text).toString());
    }

    @Test
    void sharesThatAreNoNumberAreRefused() {
        IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, () -> RawShares.parse("many"));
        assertEquals("\"many\" (expected: a number of 0 or more, or parent)", refusal.getMessage());
    }
}
