package io.fairstream.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import io.fairstream.testing.ModuleRules;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows of the rules: they know nothing but Java, and ledgers and accounts meet in the journal only. */
class ArchitectureTest extends ModuleRules {
    private static final String[] LEDGERS = packages("match", "job", "session", "host");
    private static final String[] ACCOUNTS = packages("priority", "share", "usage");

    ArchitectureTest() {
        super("rules");
    }

    private static String[] packages(String... features) {
        return Stream.of(features)
                .map(feature -> "io.fairstream.rules." + feature + "..")
                .toArray(String[]::new);
    }

    /** The values in the package above the features are among them. */
    @Test
    @Override
    protected void packagesFormNoCircle() {
        slices().matching("io.fairstream.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void ledgersKnowNoAccounts() {
        noOneKnows(LEDGERS, ACCOUNTS);
    }

    @Test
    void accountsKnowNoLedgers() {
        noOneKnows(ACCOUNTS, LEDGERS);
    }

    @Test
    void theJournalKnowsNeither() {
        noOneKnows(packages("journal"), LEDGERS);
        noOneKnows(packages("journal"), ACCOUNTS);
    }

    @Test
    void timeComesWithTheRecord() {
        TIME_COMES_WITH_THE_RECORD.check(classes);
    }

    private void noOneKnows(String[] these, String[] others) {
        noClasses()
                .that()
                .resideInAnyPackage(these)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(classes);
    }
}
