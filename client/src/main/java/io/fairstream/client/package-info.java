/**
 * Library for other programs: {@link io.fairstream.client.RecordSender} sends events, {@link io.fairstream.client.TopicHistory} reads a
 * topic from its beginning to now, {@link io.fairstream.client.TableView} follows a table.
 */
@NullMarked
package io.fairstream.client;

import org.jspecify.annotations.NullMarked;
