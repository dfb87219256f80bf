package io.fairstream.boinc;

import java.util.List;

/**
 * Request of a BOINC client to its account manager ({@code acct_mgr_request}), with the fields used here; missing
 * fields are empty.
 *
 * @param login login name of the client
 * @param passwordHash secret: lower-case hexadecimal MD5 of password and lower-case name
 * @param hostCpid the client's own name for the host
 * @param domainName name of the host in its network
 * @param clientVersion such as 7.20.5
 * @param opaque data from the manager's last reply, which the client stores for the manager
 * @param totalStart begin of the client's statistics, seconds since 1970 by its own clock
 */
record ClientRequest(
        String login,
        String passwordHash,
        String hostCpid,
        String domainName,
        String clientVersion,
        String opaque,
        String totalStart,
        Hardware hardware,
        List<ReportedProject> projects) {
    ClientRequest {
        projects = List.copyOf(projects);
    }

    /** Returns true if the request contains work counters for all projects; clients send them only after the manager's request. */
    boolean isCounted() {
        return projects.stream().allMatch(project -> project.work() != null);
    }

    /**
     * Returns the epoch during which the client's counters only increase: the begin of the client's statistics, in whole seconds, or,
     * if the client does not report that, its own name of the host. The epoch remains if the client detaches from the manager, but not
     * if the client's data directory is lost.
     */
    String epoch() {
        int point = totalStart.indexOf('.');
        String seconds = point < 0 ? totalStart : totalStart.substring(0, point);
        return seconds.matches("\\d{1,18}") ? seconds : "cpid-" + hostCpid;
    }

    /** Returns a text without secrets, for logs. */
    @Override
    public String toString() {
        return "request of " + login + " from " + domainName;
    }
}
