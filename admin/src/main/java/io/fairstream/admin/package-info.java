/** Administration of a cluster: topics, access control lists, problems, sizing, instances, silent inputs. */
@NullMarked
package io.fairstream.admin;

import org.jspecify.annotations.NullMarked;
