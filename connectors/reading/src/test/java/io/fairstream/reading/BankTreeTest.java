package io.fairstream.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BankTreeTest {
    private static final BankTree TREE = BankTree.of(List.of(
            "root",
            "root/science",
            "root/science/physics",
            "root/science/lab",
            "root/arts",
            "root/arts/lab",
            "root/lab2"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        root/physics         | root/science/physics | BY_NAME   | only one bank has the name
        root/science/physics | root/science/physics | AS_IT_IS  | a path that is there
        root/arts            | root/arts            | AS_IT_IS  | right below the root
        root                 | root                 | AS_IT_IS  | the account root
        root/lab             | root/lab             | AMBIGUOUS | two banks have the name
        root/bio             | root/bio             | UNKNOWN   | no bank has it
        root/arts/physics    | root/arts/physics    | UNKNOWN   | a path says more than a name
        ''                   | ''                   | AS_IT_IS  | no bank is named
        """)
    void aBankIsWhereTheTreeHasIt(String bank, String path, BankTree.How how, String why) {
        BankTree.Place place = TREE.find(bank);
        assertEquals(path, place.path(), why);
        assertEquals(how, place.how(), why);
    }

    @Test
    void whatIsAmbiguousNamesAllItCouldBe() {
        assertEquals(
                List.of("root/arts/lab", "root/science/lab"),
                TREE.find("root/lab").candidates());
    }

    @Test
    void withoutATreeABankStaysWhereItsNamePutsIt() {
        assertEquals(
                new BankTree.Place("root/physics", BankTree.How.AS_IT_IS, List.of()),
                BankTree.EMPTY.find("root/physics"));
    }

    @Test
    void theRootOfTheTreeMayHaveAnyName() {
        assertEquals(
                "flux/physics",
                BankTree.of(List.of("flux", "flux/physics"))
                        .find("root/physics")
                        .path());
    }
}
