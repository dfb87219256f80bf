--- FUNCTION priority_at(${schema}.priorities, timestamp with time zone) needs priorities
CREATE OR REPLACE FUNCTION ${schema}.priority_at(p ${schema}.priorities, at timestamp with time zone)
RETURNS ${schema}.priorities LANGUAGE plpgsql IMMUTABLE STRICT AS $body$
DECLARE
  millis bigint := floor(extract(epoch FROM at - p.as_of) * 1000)::bigint;
  seconds double precision := millis / 1000.0::double precision;
  weight double precision := coalesce(p.subtree_weight_in_use, p.weight_in_use);
  start double precision := greatest(0.5, p.real_priority);
  exponent double precision := -millis / (1000.0::double precision * p.half_life_s);
  beta double precision := 0;
  held jsonb;
  lease jsonb;
  bound double precision;
BEGIN
  IF at < p.as_of THEN
    RAISE EXCEPTION 'time: % (expected: not before as_of %), customer %', at, p.as_of, p.customer;
  END IF;
  IF exponent > -1070 THEN
    beta := power(2::double precision, exponent);
  END IF;
  IF millis = 0 OR (start = 0.5 AND weight <= 0.5) THEN
    p.real_priority := start;
  ELSE
    p.real_priority := greatest(0.5, weight + (start - weight) * beta);
  END IF;
  p.accumulated_usage_s := p.accumulated_usage_s + p.resources_in_use * seconds;
  p.weighted_accumulated_usage_s := p.weighted_accumulated_usage_s + p.weight_in_use * seconds;
  IF p.resources_in_use > 0 AND seconds > 0 THEN
    p.last_usage := at;
  END IF;
  p.as_of := at;
  FOR held IN SELECT DISTINCT ON (l->>'kind') l FROM jsonb_array_elements(p.leases::jsonb) WITH ORDINALITY AS a (l, n)
      ORDER BY l->>'kind', (l->>'at')::timestamp with time zone DESC, n LOOP
    lease := (SELECT l FROM jsonb_array_elements(p.leases::jsonb) WITH ORDINALITY AS a (l, n)
        WHERE l->>'kind' = held->>'kind' AND (l->>'until')::timestamp with time zone > at
        ORDER BY (l->>'at')::timestamp with time zone DESC, n LIMIT 1);
    bound := coalesce(lease->>'value', held->>'prior')::double precision;
    IF lease IS NOT NULL THEN
      bound := (lease->>'value')::double precision;
    END IF;
    CASE held->>'kind'
      WHEN 'FACTOR' THEN
        p.priority_factor := bound;
        p.factor_source := CASE WHEN lease IS NULL THEN held->>'priorSource' ELSE 'LEASE' END;
      WHEN 'CEILING' THEN p.ceiling := nullif(bound, -1);
      WHEN 'FLOOR' THEN p.floor := nullif(bound, 0);
      ELSE NULL;
    END CASE;
  END LOOP;
  p.leases := coalesce((SELECT json_agg(l ORDER BY n) FROM json_array_elements(p.leases) WITH ORDINALITY AS a (l, n)
      WHERE (l->>'until')::timestamp with time zone > at), '[]'::json);
  p.effective_priority := p.real_priority * p.priority_factor;
  RETURN p;
END
$body$;
COMMENT ON FUNCTION ${schema}.priority_at(${schema}.priorities, timestamp with time zone) IS
  'The row at an instant not before its as_of, by the formula of userprio: (priority_at(p, now())).effective_priority.';
--- FUNCTION usage_at(${schema}.priorities, timestamp with time zone) needs priorities
CREATE OR REPLACE FUNCTION ${schema}.usage_at(p ${schema}.priorities, at timestamp with time zone)
RETURNS double precision LANGUAGE plpgsql IMMUTABLE STRICT AS $body$
BEGIN
  IF at < p.as_of THEN
    RAISE EXCEPTION 'time: % (expected: not before as_of %), customer %', at, p.as_of, p.customer;
  END IF;
  RETURN p.weighted_accumulated_usage_s
    + p.weight_in_use * (floor(extract(epoch FROM at - p.as_of) * 1000)::bigint / 1000.0::double precision);
END
$body$;
COMMENT ON FUNCTION ${schema}.usage_at(${schema}.priorities, timestamp with time zone) IS
  'Weighted accumulated usage at an instant not before as_of, slot-weight-seconds [s].';
--- VIEW report_user_accounting needs user_accounting
CREATE OR REPLACE VIEW ${schema}.report_user_accounting AS
SELECT "user", cpu_time_allocated_s, cpu_time_reserved_s, cpu_time_used_s, real_memory_kib_s, virtual_memory_kib_s,
  gpu_time_used_s, gpu_memory_kib_s, energy_j, first_seen, last_seen, as_of
FROM ${schema}.user_accounting ORDER BY "user";
COMMENT ON VIEW ${schema}.report_user_accounting IS
  'What each user has used since the begin, up to as_of; idle, down and system time are users, too.';
--- VIEW report_top_users needs user_accounting
CREATE OR REPLACE VIEW ${schema}.report_top_users AS
SELECT rank() OVER (ORDER BY cpu_time_used_s DESC) AS rank, "user", cpu_time_used_s, cpu_time_allocated_s, energy_j
FROM ${schema}.user_accounting WHERE coalesce(user_id, 1) >= 0 AND "user" NOT IN ('IDLE', 'DOWN', 'SYSTEM')
ORDER BY 1, 2;
COMMENT ON VIEW ${schema}.report_top_users IS 'Users by the processor time that they have used, since the begin.';
--- VIEW report_clusters needs nodes
CREATE OR REPLACE VIEW ${schema}.report_clusters AS
SELECT cluster, count(*) AS nodes, sum(processors) AS processors, sum(sessions_s) AS sessions_s, sum(system_s) AS system_s,
  sum(idle_s) AS idle_s, sum(down_s) AS down_s, sum(capacity_s) AS capacity_s, min(covered_from) AS covered_from,
  max(covered_until) AS covered_until
FROM ${schema}.nodes GROUP BY cluster ORDER BY cluster;
COMMENT ON VIEW ${schema}.report_clusters IS 'Processor time of each cluster by what it went to, since the begin.';
--- VIEW report_accounts needs job_accounting
CREATE OR REPLACE VIEW ${schema}.report_accounts AS
SELECT cluster, bank, "user", count(*) AS jobs, sum(cpu_time_allocated_s) AS cpu_time_allocated_s,
  sum(cpu_time_reserved_s) AS cpu_time_reserved_s, sum(cpu_time_used_s) AS cpu_time_used_s,
  sum(real_memory_kib_s) AS real_memory_kib_s, sum(gpu_time_used_s) AS gpu_time_used_s, sum(energy_j) AS energy_j
FROM ${schema}.job_accounting GROUP BY cluster, bank, "user" ORDER BY cluster, bank, "user";
COMMENT ON VIEW ${schema}.report_accounts IS 'What the jobs of each bank and user have used, by cluster, since the begin.';
--- VIEW report_balances needs balances
CREATE OR REPLACE VIEW ${schema}.report_balances AS
SELECT target, project, app, unit, balance, initial_balance, accrued, withheld, charged, as_of, accrual, interval_s
FROM ${schema}.balances ORDER BY target;
COMMENT ON VIEW ${schema}.report_balances IS 'What projects are owed, as of as_of; quantities are in unit.';
--- VIEW report_daily needs daily
CREATE OR REPLACE VIEW ${schema}.report_daily AS
SELECT scope, id, "day", delta_cpu_s, delta_gpu_s, delta_cpu_flops, delta_gpu_flops, delta_jobs_succeeded, delta_jobs_failed,
  total_cpu_s, total_gpu_s, total_jobs_succeeded, total_jobs_failed, active_hosts, active_users
FROM ${schema}.daily ORDER BY scope, id, "day";
COMMENT ON VIEW ${schema}.report_daily IS 'Daily history of each scope.';
--- VIEW report_charges needs charges
CREATE OR REPLACE VIEW ${schema}.report_charges AS
SELECT kind, account, (event_time AT TIME ZONE 'UTC')::date AS "day", count(*) AS charges, sum(cpu_time_used_s) AS cpu_time_used_s,
  sum(real_memory_kib_s) AS real_memory_kib_s, sum(gpu_time_used_s) AS gpu_time_used_s, sum(energy_j) AS energy_j
FROM ${schema}.charges GROUP BY kind, account, 3 ORDER BY kind, account, 3;
COMMENT ON VIEW ${schema}.report_charges IS 'The journal by account and day (UTC).';
