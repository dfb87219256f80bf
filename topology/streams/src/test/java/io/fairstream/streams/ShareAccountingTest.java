package io.fairstream.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.rules.decay.HalfLife;
import io.fairstream.rules.decay.UsagePeriods;
import io.fairstream.rules.share.Billing;
import io.fairstream.rules.share.Billing.Tariff;
import io.fairstream.rules.share.FairSharePolicy.ClassicFairShare;
import io.fairstream.rules.share.FairShareTerms;
import io.fairstream.rules.share.FairShares;
import io.fairstream.rules.share.UsageTerms;
import io.fairstream.schemas.AssociationUsage;
import io.fairstream.schemas.FairShare;
import io.fairstream.schemas.ShareKind;
import io.fairstream.schemas.ShareNode;
import io.fairstream.schemas.Topics;
import io.fairstream.schemas.UsagePeriod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Jobs of users in banks through the whole topology to their places, with complete outputs. */
class ShareAccountingTest {
    private static final String ALICE = "\"user\":\"alice\",\"bank\":\"root/physics\",\"processors\":4";
    private static final String BOB = "\"user\":\"bob\",\"bank\":\"root/physics\",\"processors\":1";
    private static final String EVE = "\"user\":\"eve\",\"processors\":1";

    private final StringBuilder story = new StringBuilder();
    private final Map<String, AssociationUsage> usage = new HashMap<>();
    private final List<Changelog> changelogs =
            List.of(new Changelog("job-ledger"), new Changelog("association-account"), new Changelog("ranking"));
    private Pipeline pipeline = new Pipeline();

    @AfterEach
    void close() {
        pipeline.close();
    }

    @Test
    void aJobCountsForItsUserAndForAllBanksAround() {
        tell("alice runs", () -> pipeline.job(1, 0, "\"state\":\"RUNNING\"," + ALICE));
        tell("bob, too", () -> pipeline.job(2, 100, "\"state\":\"RUNNING\"," + BOB));
        tell("alice's job ends", () -> pipeline.job(1, 1000, "\"state\":\"COMPLETE\""));
        tell("nobody says for which bank eve runs", () -> pipeline.job(3, 1000, "\"state\":\"RUNNING\"," + EVE));
        pipeline.sentAt(Pipeline.at(7300));
        tell("bob's ends in the next period", () -> pipeline.job(2, 7300, "\"state\":\"COMPLETE\""));
        tell("late: alice's had ended sooner", () -> pipeline.job(1, 900, "\"state\":\"SUSPENDED\""));
        expect("banks");
    }

    @Test
    void sharesDecideThePlaces() {
        tell("the root", () -> share("root", ShareKind.BANK, 1, true));
        tell("a bank", () -> share("root/physics", ShareKind.BANK, 1, true));
        tell("a user who used nothing so far", () -> share("root/physics/alice", ShareKind.USER, 3, true));
        tell("delivered again", () -> share("root/physics/alice", ShareKind.USER, 3, true));
        tell("bob, of whom nobody decided anything, runs and ends", () -> {
            pipeline.job(2, 100, "\"state\":\"RUNNING\"," + BOB);
            pipeline.job(2, 200, "\"state\":\"COMPLETE\"");
        });
        tell("alice leaves", () -> share("root/physics/alice", ShareKind.USER, 3, false));
        tell("and is forgotten", () -> pipeline.send(Topics.SHARES, "root/physics/alice", null));
        expect("shares");
    }

    @Test
    void usersBesideBanksAreRankedWithThem() {
        share("root", ShareKind.BANK, 1, true);
        share("root/root", ShareKind.USER, 1, true);
        share("root/physics", ShareKind.BANK, 1, true);
        share("root/physics/alice", ShareKind.USER, 1, true);
        pipeline.send(
                Topics.SHARES, "root/physics/lab", new ShareNode("root/physics/lab", ShareKind.BANK, 1.0, true, true));
        pipeline.send(
                Topics.SHARES,
                "root/physics/lab/carol",
                new ShareNode("root/physics/lab/carol", ShareKind.USER, 1.0, true, true));
        pipeline.job(1, 0, "\"state\":\"RUNNING\",\"nodes\":1," + ALICE);
        pipeline.job(1, 1000, "\"state\":\"COMPLETE\"");
        pipeline.job(2, 0, "\"state\":\"RUNNING\",\"nodes\":1,\"user\":\"eve\",\"bank\":\"root\",\"processors\":1");
        pipeline.job(2, 3000, "\"state\":\"COMPLETE\"");
        Map<String, Integer> ranks = new HashMap<>();
        pipeline.table(Topics.FAIR_SHARE).forEach((path, row) -> ranks.put(path, row.getRank()));
        assertEquals(
                Map.of("root/root", 4, "root/physics/lab/carol", 3, "root/physics/alice", 2, "root/eve", 1), ranks);
        read();
        assertTrue(row("root/physics/lab").getUseParent());
        assertFalse(row("root/physics").getUseParent());
    }

    @Test
    void decisionsThatAreNoneAreRefused() {
        tell("a user who is in no bank", () -> share("alice", ShareKind.USER, 1, true));
        tell("fewer shares than none", () -> share("root", ShareKind.BANK, -1, true));
        tell("a path with nothing in it", () -> share("root//alice", ShareKind.USER, 1, true));
        tell(
                "another key",
                () -> pipeline.send(
                        Topics.SHARES, "root/bob", new ShareNode("root/alice", ShareKind.USER, 1.0, true, false)));
        tell(
                "a root that has no parent",
                () -> pipeline.send(Topics.SHARES, "root", new ShareNode("root", ShareKind.BANK, 1.0, true, true)));
        tell("no key", () -> pipeline.send(Topics.SHARES, null, null));
        expect("shares-refused");
    }

    @Test
    void ofAPathThatIsForgottenNoStateIsKept() {
        share("root/physics/alice", ShareKind.USER, 3, true);
        pipeline.send(Topics.SHARES, "root/physics/alice", null);
        pipeline.send(Topics.SHARES, "root/never/decided", null);
        for (Changelog changelog : changelogs) {
            changelog.read(pipeline.driver());
            assertFalse(changelog.keeps("root/physics/alice"), "decided and taken back");
            assertFalse(changelog.keeps("root/never/decided"), "only taken back");
        }
        share("root/physics/alice", ShareKind.USER, 4, true);
        assertEquals(
                4, pipeline.row(Topics.ASSOCIATION_USAGE, "root/physics/alice").getShares());
    }

    @Test
    void underOtherTermsEverythingIsCountedAsIfItHadAlwaysBeenThese() {
        for (int job = 1; job <= 300; job++) {
            pipeline.job(job, job, "\"state\":\"RUNNING\",\"nodes\":1," + (job % 2 == 0 ? ALICE : BOB));
            pipeline.job(job, job + 100, "\"state\":\"COMPLETE\"");
        }
        pipeline.job(999, 500, "\"state\":\"RUNNING\",\"nodes\":2," + ALICE);
        read();
        assertEquals(15_000, row("root/physics/alice").getRawUsage());
        assertEquals(2, row("root").getWeightInUse());
        UsageTerms terms = new UsageTerms(
                new HalfLife(3600),
                UsagePeriods.of(0, Duration.ofHours(1), Duration.ofHours(4), 0.5),
                Tariff.of(Billing.of("cpu=1,node=0.5", Billing.Mode.SUM)));
        restart(new FairShareTerms(terms, Pipeline.FAIR_SHARE.shares(), Pipeline.FAIR_SHARE.compared()));
        assertEquals(15_000 * 4.5, row("root/physics/alice").getRawUsage());
        assertEquals(15_000 * 1.5, row("root/physics/bob").getRawUsage());
        assertEquals(5, row("root/physics/alice").getWeightInUse());
        for (String bank : List.of("root/physics", "root")) {
            AssociationUsage alice = row("root/physics/alice");
            AssociationUsage bob = row("root/physics/bob");
            assertEquals(alice.getRawUsage() + bob.getRawUsage(), row(bank).getRawUsage());
            assertEquals(5, row(bank).getWeightInUse());
            assertEquals(
                    List.of(new UsagePeriod(
                            alice.getPeriods().get(0).getIndex(), row(bank).getRawUsage())),
                    row(bank).getPeriods());
        }
        pipeline.job(999, 600, "\"state\":\"COMPLETE\"");
        read();
        assertEquals(15_000 * 4.5 + 500, row("root/physics/alice").getRawUsage());
        assertEquals(0, row("root").getWeightInUse());
    }

    @Test
    void anotherPolicyTakesEffectAtTheNextStart() {
        pipeline.job(1, 0, "\"state\":\"RUNNING\"," + ALICE);
        assertEquals(
                "flux", pipeline.row(Topics.FAIR_SHARE, "root/physics/alice").getPolicy());
        FairShares classic = new FairShares(new ClassicFairShare(1), 1);
        restart(new FairShareTerms(Pipeline.FAIR_SHARE.terms(), classic, Pipeline.FAIR_SHARE.compared()));
        FairShare after = pipeline.row(Topics.FAIR_SHARE, "root/physics/alice");
        assertEquals("classic", after.getPolicy());
        assertTrue(pipeline.table(Topics.ASSOCIATION_USAGE).isEmpty(), "usage is as it was");
        restart(new FairShareTerms(Pipeline.FAIR_SHARE.terms(), classic, Pipeline.FAIR_SHARE.compared()));
        assertTrue(pipeline.table(Topics.FAIR_SHARE).isEmpty(), "nothing has changed");
    }

    @Test
    void whoKeepsTheirPlaceIsToldOfTheirUsageAllTheSame() {
        for (int job = 1; job <= 2; job++) {
            pipeline.job(job, 0, "\"state\":\"RUNNING\",\"nodes\":1," + ALICE);
            pipeline.job(job, 1000, "\"state\":\"COMPLETE\"");
            FairShare alice = pipeline.row(Topics.FAIR_SHARE, "root/physics/alice");
            assertEquals(1, alice.getRank());
            assertEquals(1000.0 * job, alice.getUsage());
        }
    }

    private void share(String path, ShareKind kind, double shares, boolean active) {
        pipeline.send(Topics.SHARES, path, new ShareNode(path, kind, shares, active, false));
    }

    private void read() {
        usage.putAll(pipeline.table(Topics.ASSOCIATION_USAGE));
    }

    private AssociationUsage row(String path) {
        return Objects.requireNonNull(usage.get(path), path);
    }

    /** Starts again with the state as it is and another configuration; what follows is worked out anew at the first commits. */
    private void restart(FairShareTerms fairShare) {
        Path directory = Pipeline.stateDirectory();
        for (Changelog changelog : changelogs) {
            changelog.read(pipeline.driver());
            changelog.restore(directory);
        }
        pipeline.close();
        pipeline = new Pipeline(Pipeline.config(fairShare), Pipeline.SERDE_CONFIG, directory);
        pipeline.driver().advanceWallClockTime(Duration.ofSeconds(1));
        usage.putAll(pipeline.table(Topics.ASSOCIATION_USAGE));
    }

    private void tell(String what, Runnable event) {
        event.run();
        story.append("# ").append(what).append('\n');
        pipeline.everything().stream()
                .filter(line -> line.contains("\"ASSOCIATION\"") || !line.startsWith("charges "))
                .filter(line ->
                        !line.startsWith("job") && !line.startsWith("user-accounting ") && !line.startsWith("daily "))
                .forEach(line -> story.append(line).append('\n'));
    }

    private void expect(String name) {
        Golden.assertSame("stories/" + name + ".txt", story.toString());
    }
}
