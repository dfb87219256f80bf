/**
 * Agent of a node: {@link io.fairstream.agent.Agent} takes snapshots of its sessions from Linux's data on processes, {@link
 * io.fairstream.agent.Spool} stores them until they are sent, {@link io.fairstream.agent.SpoolSender} sends them.
 */
@NullMarked
package io.fairstream.agent;

import org.jspecify.annotations.NullMarked;
