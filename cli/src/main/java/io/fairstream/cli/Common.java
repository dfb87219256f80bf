package io.fairstream.cli;

import io.fairstream.cli.options.ClusterOptions;
import io.fairstream.cli.options.OutputOptions;
import io.fairstream.cli.options.SettingsOptions;
import io.fairstream.cli.options.WatchOption;
import java.lang.reflect.Member;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/** Groups of options that have the same meaning in many commands. */
enum Common {
    CLUSTER("Cluster"),
    OUTPUT("Output"),
    ALSO("Also");

    private final String heading;

    Common(String heading) {
        this.heading = heading;
    }

    String heading() {
        return heading;
    }

    /** The group of an option; empty if the option is not common. */
    static Optional<Common> of(OptionSpec option) {
        return Arrays.stream(values()).filter(kind -> kind.has(option)).findFirst();
    }

    boolean has(OptionSpec option) {
        return switch (this) {
            case CLUSTER -> isOf(option, ClusterOptions.class) || isOf(option, SettingsOptions.class);
            case OUTPUT -> isOf(option, OutputOptions.class) || isOf(option, WatchOption.class);
            case ALSO -> option.usageHelp() || option.versionHelp() || option.scopeType() == ScopeType.INHERIT;
        };
    }

    private static boolean isOf(OptionSpec option, Class<?> type) {
        return option.userObject() instanceof Member member
                && (type.equals(member.getDeclaringClass())
                        || type.equals(member.getDeclaringClass().getEnclosingClass()));
    }
}
