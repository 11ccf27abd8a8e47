-- Q22. Écrire une requête SQL permettant d’extraire les identifiants des joueurs ayant un
-- niveau strictement supérieur au score 1900.
SELECT id_Joueur
FROM Joueur
WHERE niveau > 1900
ORDER BY id_Joueur;
