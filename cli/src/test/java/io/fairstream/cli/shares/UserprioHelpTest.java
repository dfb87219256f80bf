package io.fairstream.cli.shares;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.fairstream.cli.terminal.OutputFormat;
import io.fairstream.cli.terminal.Printer;
import io.fairstream.query.priority.Column;
import io.fairstream.query.priority.Listing;
import io.fairstream.query.priority.UserPriorities;
import io.fairstream.schemas.Priority;
import io.fairstream.testing.SyntheticPool;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class UserprioHelpTest {
    /** Help shows the usual ones only. */
    @Test
    void everyOptionStandsInItsPageInEachSpelling() throws IOException {
        String page = Files.readString(Path.of("../docs/userprio.md"));
        List<String> missing = new CommandLine(new UserprioCommand())
                .getCommandSpec().options().stream()
                        .filter(UserprioHelpTest::isOfUserprio)
                        .map(OptionSpec::names)
                        .flatMap(Arrays::stream)
                        .filter(name -> !page.contains(name))
                        .toList();
        assertEquals(List.of(), missing);
    }

    private static boolean isOfUserprio(OptionSpec option) {
        return option.userObject() instanceof Member member
                && List.of(ListingOptions.class, EditOptions.class, UserprioCommand.class)
                        .contains(member.getDeclaringClass())
                && !option.longestName().equals("-help");
    }

    /** A terminal of 80 columns, and a user with a long name. */
    @ParameterizedTest
    @ValueSource(strings = {"", "a-rather-long-name@a-rather-long-domain.example.org"})
    void theListingFitsA80ColumnTerminal(String name) {
        Priority bounded = Priority.newBuilder(SyntheticPool.ALICE)
                .setCustomer(name.isEmpty() ? "alice@pool" : name)
                .setCeiling(5.0)
                .setFloor(1.0)
                .build();
        UserPriorities priorities = new UserPriorities(
                List.of(bounded, SyntheticPool.FRANK),
                new UserPriorities.Query(List.of(), List.of(), null, Listing.Layout.FLAT, false, Column.MOST),
                SyntheticPool.NOON);
        StringWriter out = new StringWriter();
        new Printer(
                        new OutputFormat(OutputFormat.Form.TEXT, List.of(), 80, false, ZoneOffset.UTC),
                        new PrintWriter(out),
                        new PrintWriter(new StringWriter()))
                .print(priorities.table());
        List<String> lines = out.toString().lines().toList();
        assertTrue(lines.stream().allMatch(line -> line.length() <= 80), out.toString());
        String headers = lines.get(1) + " " + lines.get(2);
        for (String header : List.of("USER", "EFFECTIVE", "FACTOR", "IN USE", "(WGHTED-HRS)")) {
            assertTrue(out.toString().contains(header), header + " in " + headers);
        }
    }
}
