package io.fairstream.streams.assign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.fairstream.rules.assign.Preferences;
import io.fairstream.rules.assign.Project;
import io.fairstream.rules.assign.Project.AppVersion;
import io.fairstream.rules.assign.Project.Keyword;
import io.fairstream.rules.usage.Allocation;
import io.fairstream.rules.usage.Allocation.AllocationBalance;
import io.fairstream.rules.usage.Allocation.Balance;
import io.fairstream.rules.usage.BalanceAccount.ChargeUnit;
import io.fairstream.rules.usage.ProjectAccount.TargetState;
import io.fairstream.streams.assign.LatestTable.LatestCodec;
import io.fairstream.streams.usage.UsageStages.UsageFormat;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The layouts are on disks: when a schema changes, version 1 must still be read as it is here. */
class LatestCodecTest {
    private static final Project PROJECT =
            new Project("p", "u", 2, List.of(new AppVersion("linux", true, false)), List.of(new Keyword("bio", 0.5)));
    private static final Preferences PREFERENCES = new Preferences("alice", Set.of("p"), Set.of("b", "a"), Set.of());
    private static final TargetState STANDING = new TargetState(
            "p",
            "x",
            ChargeUnit.SECONDS,
            new Balance(
                    new Allocation("p/x", "p", "x", 8, 4, Duration.ofHours(1), 1000, null, 64.0),
                    new AllocationBalance(2000, 16, 0, 2)),
            new TreeMap<>(Map.of(20_000L, 2_000_000L)));

    @Test
    void projectsAreReadAsTheyWereWritten() {
        assertKept(
                new LatestCodec<>(AssignmentProcessor.PROJECT),
                PROJECT,
                "0101027002750000000000000040020a6c696e7578010000020662696f000000000000e03f00");
    }

    @Test
    void preferencesAreReadAsTheyWereWritten() {
        assertKept(
                new LatestCodec<>(AssignmentProcessor.PREFERENCES),
                PREFERENCES,
                "01010a616c6963650202700004026102620000");
    }

    @Test
    void balancesAreReadAsTheyWereWritten() {
        assertKept(
                new LatestCodec<>(UsageFormat.BALANCE),
                STANDING,
                "010106702f78027002780273020000000000003640020000000000002040020000000000003040020000000000000000"
                        + "02000000000000004002a01f02000000000000104002000000000020ac4002d00f000200000000000050400214323032"
                        + "342d31302d3034000000000000004000000000000000f03f000002d00f020000000000003840020000000000000040");
    }

    private static <T> void assertKept(LatestCodec<T> codec, T value, String hex) {
        AtomicReference<T> latest = codec.create();
        assertNull(latest.get());
        assertNull(codec.read("key", codec.write(latest)).get());
        latest.set(value);
        assertEquals(hex, HexFormat.of().formatHex(codec.write(latest)));
        assertEquals(value, codec.read("key", HexFormat.of().parseHex(hex)).get());
    }

    @Test
    void aLayoutOfANewerReleaseIsRefusedInWords() {
        LatestCodec<Project> codec = new LatestCodec<>(AssignmentProcessor.PROJECT);
        byte[] bytes = codec.write(codec.create());
        bytes[0] = 2;
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> codec.read("key", bytes));
        assertEquals(
                "Project: layout version 2 (expected: one this release knows; was the state written by a newer one?)",
                e.getMessage());
    }
}
