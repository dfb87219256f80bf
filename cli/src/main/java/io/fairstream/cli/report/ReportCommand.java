package io.fairstream.cli.report;

import picocli.CommandLine.Command;

/** {@code report}: usage over any period, in reports that users of Slurm and flux know. */
@Command(
        name = "report",
        footer = "fairstream report cluster utilization --start 2026-01-01 --bootstrap-server HOST:PORT",
        description = {
            "Reports over any period, from the topics, up to the minute: sreport's cluster utilization, cluster"
                    + " account-utilization-by-user, user top and job sizes; flux's usage report; sacct's jobs; efficiency;"
                    + " runaway; of volunteers: the daily history, hosts, who did what for whom, leader boards, and what"
                    + " projects are owed; all edits of accounts; priorities along time; and the scheduler's priorities"
                    + " beside ours."
        },
        subcommands = {
            ReportCommand.ClusterReports.class,
            ReportCommand.UserReports.class,
            ReportCommand.SizeReports.class,
            UsageCommand.class,
            EfficiencyCommand.class,
            JobsReportCommand.class,
            RunawayCommand.class,
            DailyCommand.class,
            HostsCommand.class,
            WorkCommand.class,
            LeadersCommand.class,
            BalancesCommand.class,
            EditsCommand.class,
            HistoryCommand.class,
            ShadowCommand.class
        })
public final class ReportCommand {
    /** {@code report cluster}. */
    @Command(
            name = "cluster",
            footer = "fairstream report cluster utilization --start 2026-01-01 --bootstrap-server HOST:PORT",
            description = "Use of clusters, and of their accounts.",
            subcommands = {UtilizationCommand.class, AccountUtilizationCommand.class, UtilizationByCommand.class})
    static final class ClusterReports {}

    /** {@code report user}. */
    @Command(
            name = "user",
            footer = "fairstream report user top --start 2026-01-01 --bootstrap-server HOST:PORT",
            description = "The users with the most use.",
            subcommands = TopCommand.class)
    static final class UserReports {}

    /** {@code report job}. */
    @Command(
            name = "job",
            footer = "fairstream report job sizes --start 2026-01-01 --bootstrap-server HOST:PORT",
            description = "The sizes of jobs.",
            subcommands = SizesCommand.class)
    static final class SizeReports {}
}
